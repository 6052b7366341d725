package io.tributary.sink.sql;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.writer.ApplyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * JSON documents as literals, those included that hold values of SQL types which JSON has not.
 *
 * <p>The record marks such values ({@code docs/record-format.md}): a DECIMAL ends with {@code E0},
 * dates, times and bytes are strings whose first character is written as a {@code \}{@code u00}
 * escape. A document without marks is its text. One with marks is built from {@code JSON_OBJECT}
 * and {@code JSON_ARRAY} down to the marked values; what has none is cast whole.
 *
 * <p>Stateless.
 */
final class JsonLiterals {
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNestingDepth(1000)
                  .build())
          .build();

  private static final String MARK = "\"\\u00";
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-\\d\\d");
  private static final Pattern DATETIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{6}");
  private static final Pattern TIME = Pattern.compile("-?\\d{2,3}:\\d\\d:\\d\\d\\.\\d{6}");

  /** Type 15 is VARCHAR: what binary strings become. Others cannot be made by any expression. */
  private static final Pattern BYTES = Pattern.compile("base64:type15:([\\w+/=\\s]*)");

  private final boolean tidb;

  /**
   * @param tidb whether the target is a TiDB, whose documents hold no DECIMAL
   */
  JsonLiterals(boolean tidb) {
    this.tidb = tidb;
  }

  /**
   * The document as an expression of SQL.
   *
   * @throws ApplyException on TiDB, when the document holds a DECIMAL that no double is equal to
   */
  String literal(String document) throws ApplyException {
    if (!mayBeMarked(document)) {
      return Quoting.jsonText(document);
    }
    Part whole = new Reading(document, tidb).document();
    if (whole.lost() != null) {
      throw new ApplyException(
          ApplyException.Kind.DATA,
          "the JSON document holds the DECIMAL "
              + whole.lost()
              + ", and the target keeps numbers of JSON as doubles, of which none is equal to it;"
              + " write such a number as a string, or as a double, at the source");
    }
    if (!whole.typed()) {
      return Quoting.jsonText(whole.sql());
    }
    return whole.sql().startsWith("JSON_") ? whole.sql() : "CAST(" + whole.sql() + " AS JSON)";
  }

  private static boolean mayBeMarked(String document) {
    return document.contains("E0") || document.contains(MARK);
  }

  /**
   * A value of the document.
   *
   * @param sql an expression when typed, else JSON text without marks
   * @param lost a number that the target cannot hold; null when there is none
   */
  private record Part(boolean typed, String sql, String lost) {
    String expression() {
      return typed ? sql : "CAST(" + Quoting.jsonText(sql) + " AS JSON)";
    }
  }

  /** One pass over a document. Used by one thread. */
  private static final class Reading {
    private final String document;
    private final boolean doubles;

    Reading(String document, boolean doubles) {
      this.document = document;
      this.doubles = doubles;
    }

    Part document() {
      try (JsonParser parser = JSON.createParser(document)) {
        parser.nextToken();
        return value(parser);
      } catch (IOException e) {
        throw new UncheckedIOException("a record's JSON value is not JSON", e);
      }
    }

    private Part value(JsonParser parser) throws IOException {
      return switch (parser.currentToken()) {
        case START_OBJECT, START_ARRAY -> container(parser);
        case VALUE_NUMBER_FLOAT -> number(parser.getText());
        case VALUE_STRING -> string(parser);
        default -> new Part(false, parser.getText(), null);
      };
    }

    private Part container(JsonParser parser) throws IOException {
      boolean object = parser.currentToken() == JsonToken.START_OBJECT;
      StringBuilder text = new StringBuilder(object ? "{" : "[");
      StringBuilder sql = new StringBuilder(object ? "JSON_OBJECT(" : "JSON_ARRAY(");
      boolean typed = false;
      String lost = null;
      for (boolean first = true; !parser.nextToken().isStructEnd(); first = false) {
        text.append(first ? "" : ", ");
        sql.append(first ? "" : ", ");
        if (object) {
          char[] name = JsonStringEncoder.getInstance().quoteAsString(parser.currentName());
          text.append('"').append(name).append("\": ");
          sql.append(Quoting.string(parser.currentName())).append(", ");
          parser.nextToken();
        }
        Part part = value(parser);
        typed |= part.typed();
        lost = lost == null ? part.lost() : lost;
        text.append(part.sql());
        sql.append(part.expression());
      }
      return typed
          ? new Part(true, sql.append(')').toString(), lost)
          : new Part(false, text.append(object ? '}' : ']').toString(), lost);
    }

    /** A string as it stands in the document. */
    private String source(JsonParser parser) throws IOException {
      parser.finishToken();
      int from = (int) parser.currentTokenLocation().getCharOffset();
      return document.substring(from, (int) parser.currentLocation().getCharOffset());
    }

    private Part number(String text) {
      if (!text.endsWith("E0")) {
        return new Part(false, text, null);
      }
      String digits = text.substring(0, text.length() - 2);
      BigDecimal value = new BigDecimal(digits);
      if (doubles) {
        boolean exact = value.compareTo(new BigDecimal(Double.toString(value.doubleValue()))) == 0;
        return new Part(false, digits, exact ? null : digits);
      }
      String type = "DECIMAL(" + Math.max(value.precision(), value.scale()) + "," + value.scale();
      return new Part(true, "CAST('" + digits + "' AS " + type + "))", null);
    }

    private Part string(JsonParser parser) throws IOException {
      String source = source(parser);
      boolean marked = source.startsWith(MARK) && source.charAt(MARK.length()) >= '2';
      if (!marked) {
        return new Part(false, source, null);
      }
      String text = parser.getText();
      String printed = "\"" + text.charAt(0) + source.substring(MARK.length() + 2);
      String expression = expression(text);
      return expression == null ? new Part(false, printed, null) : new Part(true, expression, null);
    }

    private static String expression(String text) {
      if (DATE.matcher(text).matches()) {
        return "CAST('" + text + "' AS DATE)";
      }
      if (DATETIME.matcher(text).matches()) {
        return "CAST('" + text + "' AS DATETIME(6))";
      }
      if (TIME.matcher(text).matches()) {
        return "CAST('" + text + "' AS TIME(6))";
      }
      Matcher bytes = BYTES.matcher(text);
      return bytes.matches()
          ? "CAST(" + Quoting.bytes(Base64.getMimeDecoder().decode(bytes.group(1))) + " AS BINARY)"
          : null;
    }
  }
}
