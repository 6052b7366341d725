package io.tributary.source.row;

/**
 * Decoders of DATE, TIME, DATETIME and TIMESTAMP with fractions, as {@code my_time.cc} of MySQL
 * 5.6.4 and later packs them. Dates are printed as they stand, zero and impossible ones too.
 */
final class TemporalDecoders {
  private static final int MAX_HOURS = 838;
  private static final long TIME_ZERO = 0x800000;
  private static final long DATETIME_ZERO = 0x8000000000L;
  private static final int SECONDS_OF_DAY = 86_400;
  private static final int[] MICROS_OF_UNIT = {0, 10_000, 100, 1};

  private TemporalDecoders() {}

  /** DATE: 3 bytes, little-endian: 15 bits year, 4 month, 5 day. */
  static ValueDecoder date(TextBuffer text) {
    return in -> {
      int packed = (int) in.little(3);
      int month = packed >> 5 & 0xF;
      check(month <= 12 && packed >> 9 <= 9999, "date");
      return text.clear().date(packed >> 9, month, packed & 0x1F).ascii();
    };
  }

  /** TIME(digits): {@code my_time_packed_from_binary()}. */
  static ValueDecoder time(int digits, TextBuffer text) {
    int bytes = (digits + 1) / 2;
    return in -> {
      // The fraction continues the whole number downwards, so that the bytes sort as times do.
      long packed = in.big(3 + bytes) - (TIME_ZERO << 8 * bytes);
      long magnitude = Math.abs(packed);
      long whole = magnitude >> 8 * bytes;
      int micros = (int) (magnitude - (whole << 8 * bytes)) * MICROS_OF_UNIT[bytes];
      text.clear();
      if (packed < 0) {
        text.put('-');
      }
      writeTime(whole, micros, digits, text);
      return text.ascii();
    };
  }

  /** DATETIME(digits): {@code my_datetime_packed_from_binary()}. */
  static ValueDecoder datetime(int digits, TextBuffer text) {
    int bytes = (digits + 1) / 2;
    return in -> {
      long packed = in.big(5) - DATETIME_ZERO;
      check(packed >= 0, "datetime");
      int micros = (int) in.big(bytes) * MICROS_OF_UNIT[bytes];
      text.clear();
      writeDatetime(packed, micros, digits, text);
      return text.ascii();
    };
  }

  /** TIMESTAMP(digits): {@code my_timestamp_from_binary()}; printed in UTC. */
  static ValueDecoder timestamp(int digits, TextBuffer text) {
    int bytes = (digits + 1) / 2;
    return in -> {
      long seconds = in.big(4);
      int micros = (int) in.big(bytes) * MICROS_OF_UNIT[bytes];
      text.clear();
      writeTimestamp(seconds, micros, digits, text);
      return text.ascii();
    };
  }

  /** Hours, minutes and seconds as MySQL packs them without sign: 10, 6 and 6 bits. */
  static void writeTime(long whole, int micros, int digits, TextBuffer text)
      throws MalformedValueException {
    int hour = (int) (whole >> 12);
    int minute = (int) (whole >> 6) & 0x3F;
    int second = (int) whole & 0x3F;
    check(hour <= MAX_HOURS && minute <= 59 && second <= 59 && micros <= 999_999, "time");
    text.time(hour, minute, second).fraction(micros, digits);
  }

  /** Year * 13 + month, day (5 bits), hour (5), minute (6) and second (6). */
  static void writeDatetime(long packed, int micros, int digits, TextBuffer text)
      throws MalformedValueException {
    int hour = (int) (packed >> 12) & 0x1F;
    int minute = (int) (packed >> 6) & 0x3F;
    int second = (int) packed & 0x3F;
    check(hour <= 23 && minute <= 59 && second <= 59 && micros <= 999_999, "datetime");
    writeDate(packed, text);
    text.put(' ').time(hour, minute, second).fraction(micros, digits);
  }

  /** The date part of a packed datetime. */
  static void writeDate(long packed, TextBuffer text) throws MalformedValueException {
    long months = packed >> 22;
    check(months >= 0 && months / 13 <= 9999, "date");
    text.date((int) (months / 13), (int) (months % 13), (int) (packed >> 17) & 0x1F);
  }

  /** Seconds since the epoch, 0 to 2^32-1, in UTC; 0 is the zero timestamp. */
  static void writeTimestamp(long seconds, int micros, int digits, TextBuffer text)
      throws MalformedValueException {
    check(micros <= 999_999, "timestamp");
    if (seconds == 0 && micros == 0) {
      text.date(0, 0, 0).put(' ').time(0, 0, 0).fraction(0, digits);
      return;
    }
    int ofDay = (int) (seconds % SECONDS_OF_DAY);
    writeCivil((int) (seconds / SECONDS_OF_DAY), text);
    text.put(' ').time(ofDay / 3600, ofDay / 60 % 60, ofDay % 60).fraction(micros, digits);
  }

  /** The Gregorian date of a day since 1970-01-01, in the calendar that begins in March. */
  private static void writeCivil(int epochDay, TextBuffer text) {
    int day = epochDay + 719_468; // since 0000-03-01
    int era = day / 146_097;
    int ofEra = day % 146_097;
    int yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
    int ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int march = (5 * ofYear + 2) / 153;
    int month = march < 10 ? march + 3 : march - 9;
    int year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
    text.date(year, month, ofYear - (153 * march + 2) / 5 + 1);
  }

  static void check(boolean possible, String what) throws MalformedValueException {
    if (!possible) {
      throw MalformedValueException.damaged("its bytes are no " + what);
    }
  }
}
