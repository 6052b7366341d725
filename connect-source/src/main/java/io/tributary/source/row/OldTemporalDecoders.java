package io.tributary.source.row;

/**
 * Decoders of TIME, DATETIME and TIMESTAMP as servers before MySQL 5.6.4 laid them out, which
 * tables keep that were made then (and those of MariaDB with {@code mysql56_temporal_format=OFF}).
 */
final class OldTemporalDecoders {
  private OldTemporalDecoders() {}

  /** TIME: 3 bytes, little-endian, signed: HHHMMSS as a decimal number. */
  static ValueDecoder time(TextBuffer text) {
    return in -> {
      int value = (int) in.little(3) << 8 >> 8;
      int magnitude = Math.abs(value);
      int hour = magnitude / 10_000;
      int minute = magnitude / 100 % 100;
      int second = magnitude % 100;
      TemporalDecoders.check(hour <= 838 && minute <= 59 && second <= 59, "time");
      text.clear();
      if (value < 0) {
        text.put('-');
      }
      return text.time(hour, minute, second).ascii();
    };
  }

  /** DATETIME: 8 bytes, little-endian: YYYYMMDDHHMMSS as a decimal number. */
  static ValueDecoder datetime(TextBuffer text) {
    return in -> {
      long value = in.littleLong();
      long date = value / 1_000_000;
      int time = (int) (value % 1_000_000);
      int month = (int) (date / 100 % 100);
      int day = (int) (date % 100);
      boolean possible = value >= 0 && date / 10_000 <= 9999 && month <= 12 && day <= 31;
      TemporalDecoders.check(
          possible && time / 10_000 <= 23 && time / 100 % 100 <= 59 && time % 100 <= 59,
          "datetime");
      return text.clear()
          .date((int) (date / 10_000), month, day)
          .put(' ')
          .time(time / 10_000, time / 100 % 100, time % 100)
          .ascii();
    };
  }

  /** TIMESTAMP: 4 bytes, little-endian: seconds since the epoch. */
  static ValueDecoder timestamp(TextBuffer text) {
    return in -> {
      long seconds = in.little(4);
      text.clear();
      TemporalDecoders.writeTimestamp(seconds, 0, 0, text);
      return text.ascii();
    };
  }
}
