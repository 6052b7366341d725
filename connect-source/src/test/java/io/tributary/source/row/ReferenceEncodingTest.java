package io.tributary.source.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random values, encoded by plain arithmetic on decimal strings and big integers that shares
 * nothing with the decoders, decode to themselves.
 */
class ReferenceEncodingTest {
  private static final int ROUNDS = 5_000;
  private static final int[] GROUP_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

  private final TextBuffer text = new TextBuffer();
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @Test
  void decimals() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      int precision = 1 + random.nextInt(65);
      int scale = random.nextInt(Math.min(30, precision) + 1);
      StringBuilder digits = new StringBuilder();
      int zeros = random.nextInt(3) == 0 ? random.nextInt(precision + 1) : 0;
      for (int d = 0; d < precision; d++) {
        digits.append(d < zeros ? '0' : (char) ('0' + random.nextInt(10)));
      }
      BigInteger unscaled = new BigInteger(digits.toString());
      boolean negative = random.nextBoolean() && unscaled.signum() != 0;
      String expected =
          new BigDecimal(negative ? unscaled.negate() : unscaled, scale).toPlainString();
      byte[] bytes = decimal(digits.toString(), scale, negative);
      assertEquals(
          expected, read(new DecimalDecoder(precision, scale, text), bytes), "seed " + seed);
    }
  }

  /** Groups of nine digits counted from the point outwards. */
  private static byte[] decimal(String digits, int scale, boolean negative) {
    String whole = digits.substring(0, digits.length() - scale);
    String fraction = digits.substring(digits.length() - scale);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int odd = whole.length() % 9;
    group(whole.substring(0, odd), out);
    for (int i = odd; i < whole.length(); i += 9) {
      group(whole.substring(i, i + 9), out);
    }
    for (int i = 0; i < fraction.length(); i += 9) {
      group(fraction.substring(i, Math.min(i + 9, fraction.length())), out);
    }
    byte[] bytes = out.toByteArray();
    bytes[0] ^= (byte) 0x80;
    for (int i = 0; negative && i < bytes.length; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
    return bytes;
  }

  private static void group(String digits, ByteArrayOutputStream out) {
    int size = GROUP_BYTES[digits.length()];
    long value = digits.isEmpty() ? 0 : Long.parseLong(digits);
    out.writeBytes(big(BigInteger.valueOf(value), size));
  }

  @Test
  void times() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      int digits = random.nextInt(7);
      long unit = (long) Math.pow(10, 6 - digits);
      long micros = (random.nextLong() >>> 1) % 3_020_399_000_000L / unit * unit;
      if (random.nextInt(4) == 0) {
        micros = micros % 1_000_000;
      }
      boolean negative = micros != 0 && random.nextBoolean();
      long second = micros / 1_000_000;
      String expected =
          (negative ? "-" : "")
              + String.format("%02d:%02d:%02d", second / 3600, second / 60 % 60, second % 60)
              + fraction(micros % 1_000_000, digits);
      // hours, minutes, seconds, micros as one number of 24 + 24 bits, then its sign
      BigInteger packed =
          BigInteger.valueOf((second / 3600 << 12 | second / 60 % 60 << 6 | second % 60))
              .shiftLeft(24)
              .or(BigInteger.valueOf(micros % 1_000_000));
      byte[] bytes = time(negative ? packed.negate() : packed, digits);
      assertEquals(expected, read(TemporalDecoders.time(digits, text), bytes), "seed " + seed);
    }
  }

  /** {@code my_time_packed_to_binary()} as MySQL's comments describe it. */
  private static byte[] time(BigInteger packed, int digits) {
    if (digits >= 5) {
      return big(packed.add(BigInteger.ONE.shiftLeft(47)), 6);
    }
    // The whole part rounds down, the fraction is what is left, in hundredths or ten-thousandths.
    BigInteger[] parts = packed.divideAndRemainder(BigInteger.ONE.shiftLeft(24));
    byte[] whole = big(parts[0].add(BigInteger.valueOf(0x800000)), 3);
    int bytes = (digits + 1) / 2;
    long fraction = parts[1].longValue() / (bytes == 1 ? 10_000 : 100);
    BigInteger all =
        new BigInteger(1, whole)
            .shiftLeft(8 * bytes)
            .add(BigInteger.valueOf(bytes == 0 ? 0 : fraction));
    return big(all, 3 + bytes);
  }

  @Test
  void datetimes() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      int digits = random.nextInt(7);
      int[] v = {
        random.nextInt(10_000),
        random.nextInt(13),
        random.nextInt(32),
        random.nextInt(24),
        random.nextInt(60),
        random.nextInt(60)
      };
      long micros = micros(digits);
      String expected =
          String.format("%04d-%02d-%02d %02d:%02d:%02d", v[0], v[1], v[2], v[3], v[4], v[5])
              + fraction(micros, digits);
      long whole = v[0] * 13L + v[1];
      whole = whole * 32 + v[2];
      whole = whole * 32 + v[3];
      whole = whole * 64 + v[4];
      whole = whole * 64 + v[5];
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(big(BigInteger.valueOf(whole + 0x8000000000L), 5));
      out.writeBytes(fractionBytes(micros, digits));
      assertEquals(
          expected,
          read(TemporalDecoders.datetime(digits, text), out.toByteArray()),
          "seed " + seed);
    }
  }

  @Test
  void timestamps() throws Exception {
    DateTimeFormatter format =
        DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);
    for (int i = 0; i < ROUNDS; i++) {
      int digits = random.nextInt(7);
      long second = 1 + random.nextLong(0xFFFFFFFFL);
      long micros = micros(digits);
      String expected = format.format(Instant.ofEpochSecond(second)) + fraction(micros, digits);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(big(BigInteger.valueOf(second), 4));
      out.writeBytes(fractionBytes(micros, digits));
      assertEquals(
          expected,
          read(TemporalDecoders.timestamp(digits, text), out.toByteArray()),
          "seed " + seed);
    }
  }

  @Test
  void doublesOfJson() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      double value =
          switch (random.nextInt(4)) {
            case 0 -> Math.scalb(1.0, random.nextInt(2098) - 1074);
            case 1 -> random.nextInt(1_000_000) / 100.0;
            case 2 -> (double) random.nextLong();
            default -> Double.longBitsToDouble(random.nextLong());
          };
      if (!Double.isFinite(value)) {
        continue;
      }
      text.clear();
      ShortestDouble.write(value, text);
      String written = text.ascii();
      assertEquals(value, Double.parseDouble(written), "seed " + seed + ": " + written);
      int digits = new BigDecimal(written).stripTrailingZeros().precision();
      int javas = new BigDecimal(Double.toString(value)).stripTrailingZeros().precision();
      assertTrue(digits <= javas, "seed " + seed + ": " + written + " for " + value);
    }
  }

  @Test
  void digitsThatAreNoneAreRefused() {
    assertThrows(
        MalformedValueException.class,
        () -> read(new DecimalDecoder(2, 0, text), new byte[] {(byte) (0x80 | 100)}));
    assertThrows(
        MalformedValueException.class,
        () -> read(TemporalDecoders.time(2, text), new byte[] {(byte) 0x80, 0, 60, 0}));
    assertThrows(
        MalformedValueException.class,
        () -> read(TemporalDecoders.timestamp(2, text), new byte[] {1, 0, 0, 0, 100}));
    assertThrows(
        MalformedValueException.class,
        () -> read(TemporalDecoders.datetime(0, text), new byte[] {0, 0, 0, 0, 0}));
  }

  private long micros(int digits) {
    long unit = (long) Math.pow(10, 6 - digits);
    return random.nextInt(1_000_000) / unit * unit;
  }

  private static byte[] fractionBytes(long micros, int digits) {
    int bytes = (digits + 1) / 2;
    return big(BigInteger.valueOf(micros / (long) Math.pow(100, 3 - bytes)), bytes);
  }

  private static String fraction(long micros, int digits) {
    return digits == 0 ? "" : "." + String.format("%06d", micros).substring(0, digits);
  }

  /** The number in so many bytes. */
  private static byte[] big(BigInteger number, int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = number.shiftRight(8 * (size - 1 - i)).byteValue();
    }
    return bytes;
  }

  private static Object read(ValueDecoder decoder, byte[] bytes) throws MalformedValueException {
    RowBytes in = new RowBytes();
    in.over(bytes);
    Object value = decoder.read(in);
    assertEquals(0, in.remaining());
    return value;
  }
}
