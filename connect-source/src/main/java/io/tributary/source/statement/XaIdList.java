package io.tributary.source.statement;

import io.tributary.format.model.XaId;
import io.tributary.source.statement.SqlReader.SyntaxException;
import java.util.LinkedHashSet;
import java.util.Set;

/** XA ids as messages print them and SQL takes them, separated by semicolons. */
public final class XaIdList {
  private XaIdList() {}

  /**
   * Reads a list, {@code X'67',X'',1; 'g2','b2'}.
   *
   * @param text possibly empty
   * @throws IllegalArgumentException with a sentence when it is no such list
   */
  public static Set<XaId> parse(String text) {
    Set<XaId> ids = new LinkedHashSet<>();
    SqlReader reader = new SqlReader(text, ServerVersion.UNKNOWN, SqlMode.DEFAULT);
    try {
      while (!reader.atEnd()) {
        ids.add(XaIdReader.read(reader));
        if (!reader.atEnd() && !reader.acceptSymbol(';')) {
          throw new SyntaxException("'" + reader.take().text() + "' follows an XA id");
        }
      }
    } catch (SyntaxException e) {
      throw new IllegalArgumentException(
          "must be XA ids as the message has them, gtrid,bqual,formatID separated by semicolons: "
              + e.getMessage(),
          e);
    }
    return ids;
  }
}
