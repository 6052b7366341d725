package io.tributary.format.model;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Identifies an XA transaction branch, as MySQL's {@code XA START gtrid, bqual, formatID}.
 *
 * @param formatId the format id, 0 to 2^31-1
 * @param gtrid global transaction id, 0 to 64 bytes, any bytes
 * @param bqual branch qualifier, 0 to 64 bytes, any bytes
 */
public record XaId(long formatId, byte[] gtrid, byte[] bqual) {
  @Override
  public boolean equals(Object other) {
    return other instanceof XaId that
        && formatId == that.formatId
        && Arrays.equals(gtrid, that.gtrid)
        && Arrays.equals(bqual, that.bqual);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(formatId) + Arrays.hashCode(gtrid)) + Arrays.hashCode(bqual);
  }

  /** As the server prints it in the binlog: {@code X'..',X'..',1}. */
  @Override
  public String toString() {
    HexFormat hex = HexFormat.of();
    return "X'" + hex.formatHex(gtrid) + "',X'" + hex.formatHex(bqual) + "'," + formatId;
  }
}
