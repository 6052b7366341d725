package io.tributary.source.statement;

import io.tributary.format.model.XaId;
import io.tributary.source.statement.SqlReader.SyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Reads {@code gtrid[, bqual[, formatID]]} (manual, "XA Transaction SQL Statements"). The server
 * writes {@code X'..',X'..',n} into the binlog, whatever the client wrote.
 */
final class XaIdReader {
  private static final long DEFAULT_FORMAT = 1;

  private XaIdReader() {}

  static XaId read(SqlReader reader) throws SyntaxException {
    byte[] gtrid = bytes(reader);
    byte[] bqual = {};
    long format = DEFAULT_FORMAT;
    if (reader.acceptSymbol(',')) {
      bqual = bytes(reader);
      if (reader.acceptSymbol(',')) {
        format = number(reader);
      }
    }
    return new XaId(format, gtrid, bqual);
  }

  private static byte[] bytes(SqlReader reader) throws SyntaxException {
    SqlToken token = reader.take();
    if (token == null) {
      throw new SyntaxException("an XA id is missing");
    }
    return switch (token.kind()) {
      case STRING -> token.text().getBytes(StandardCharsets.UTF_8);
      case HEX -> hex(token.text());
      default -> throw new SyntaxException("'" + token.text() + "' in place of an XA id");
    };
  }

  private static byte[] hex(String digits) throws SyntaxException {
    try {
      return HexFormat.of().parseHex(digits.length() % 2 == 0 ? digits : "0" + digits);
    } catch (IllegalArgumentException e) {
      throw new SyntaxException("X'" + digits + "' is not hexadecimal");
    }
  }

  /** The server prints the 32 bits of a format id with or without a sign, by version. */
  private static long number(SqlReader reader) throws SyntaxException {
    boolean negative = reader.acceptSymbol('-');
    String digits = reader.name();
    try {
      long number = Long.parseLong(digits);
      return (negative ? -number : number) & 0xFFFF_FFFFL;
    } catch (NumberFormatException e) {
      throw new SyntaxException("'" + digits + "' in place of an XA format id");
    }
  }
}
