package io.tributary.it.types;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Binary strings, geometries, vectors. */
final class ByteKinds {
  private static final String AS_HEX = "HEX(%s)";

  private ByteKinds() {}

  static void addTo(List<Kind> kinds, Random random) {
    kinds.add(Kind.keyed("BINARY(8)", AS_HEX, bytes(8)));
    int size = random.nextInt(60);
    kinds.add(Kind.keyed("BINARY(" + size + ")", AS_HEX, bytes(size)));
    kinds.add(Kind.keyed("VARBINARY(30)", AS_HEX, bytes(30)));
    kinds.add(Kind.plain("VARBINARY(3000)", AS_HEX, bytes(3000)));
    kinds.add(Kind.plain("TINYBLOB", AS_HEX, bytes(255)));
    kinds.add(Kind.plain("BLOB", AS_HEX, bytes(2000)));
    kinds.add(Kind.plain("MEDIUMBLOB", AS_HEX, bytes(70_000)));
    kinds.add(Kind.plain("LONGBLOB", AS_HEX, bytes(5000)));
    kinds.add(Kind.plain("TEXT CHARACTER SET binary", AS_HEX, bytes(100)));
  }

  private static Function<Random, String> bytes(int most) {
    return random -> {
      int length = random.nextInt(3) == 0 ? random.nextInt(most + 1) : random.nextInt(9);
      byte[] value = new byte[Math.min(length, most)];
      random.nextBytes(value);
      // Zeros at the end are left out of the binlog for BINARY; spaces must not be.
      byte end = (byte) (random.nextBoolean() ? 0 : ' ');
      for (int i = Math.max(0, value.length - random.nextInt(3)); i < value.length; i++) {
        value[i] = random.nextBoolean() ? end : value[i];
      }
      return "X'" + HexFormat.of().formatHex(value) + "'";
    };
  }

  /** All kinds of geometry. */
  static void addGeometriesTo(List<Kind> kinds) {
    for (String type :
        List.of(
            "POINT",
            "LINESTRING",
            "POLYGON",
            "MULTIPOINT",
            "MULTILINESTRING",
            "MULTIPOLYGON",
            "GEOMETRYCOLLECTION")) {
      kinds.add(Kind.plain(type, AS_HEX, random -> geometry(random, shape(type, random, 1))));
    }
    kinds.add(Kind.plain("GEOMETRY", AS_HEX, random -> geometry(random, anyShape(random, 2))));
    kinds.add(
        Kind.plain(
            "POINT SRID 4326",
            AS_HEX,
            random -> "ST_GeomFromText('POINT(" + numbers(random, 2) + ")', 4326)"));
  }

  private static String geometry(Random random, String shape) {
    String srid = Kind.one(random, "0", "0", "3857", "4326");
    return "ST_GeomFromText('" + shape + "', " + srid + ")";
  }

  private static String anyShape(Random random, int depth) {
    String type =
        Kind.one(
            random,
            "POINT",
            "LINESTRING",
            "POLYGON",
            "MULTIPOINT",
            "MULTILINESTRING",
            "MULTIPOLYGON",
            "GEOMETRYCOLLECTION");
    return shape(type, random, depth);
  }

  private static String shape(String type, Random random, int depth) {
    return switch (type) {
      case "POINT" -> "POINT(" + numbers(random, 2) + ")";
      case "LINESTRING" -> "LINESTRING" + line(random);
      case "POLYGON" -> "POLYGON" + polygon(random);
      case "MULTIPOINT" -> "MULTIPOINT" + line(random);
      case "MULTILINESTRING" -> "MULTILINESTRING(" + line(random) + "," + line(random) + ")";
      case "MULTIPOLYGON" -> "MULTIPOLYGON(" + polygon(random) + "," + polygon(random) + ")";
      default -> {
        List<String> parts = new ArrayList<>();
        for (int i = depth == 0 ? 0 : random.nextInt(4); i > 0; i--) {
          parts.add(anyShape(random, depth - 1));
        }
        yield parts.isEmpty()
            ? "GEOMETRYCOLLECTION EMPTY"
            : "GEOMETRYCOLLECTION(" + String.join(",", parts) + ")";
      }
    };
  }

  private static String line(Random random) {
    List<String> points = new ArrayList<>();
    for (int i = 2 + random.nextInt(4); i > 0; i--) {
      points.add(numbers(random, 2));
    }
    return "(" + String.join(",", points) + ")";
  }

  private static String polygon(Random random) {
    String first = numbers(random, 2);
    return "((" + first + "," + numbers(random, 2) + "," + numbers(random, 2) + "," + first + "))";
  }

  /** Within the degrees of SRID 4326. */
  private static String numbers(Random random, int count) {
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add(String.valueOf(random.nextInt(4) == 0 ? 0 : random.nextDouble() * 170 - 85));
    }
    return String.join(" ", numbers);
  }

  /** What a target without these types can take: their bytes. MySQL 5.6 knows no empty ones. */
  static void addGeometriesAsBytesTo(List<Kind> kinds) {
    kinds.add(
        Kind.plain(
                "GEOMETRY",
                AS_HEX,
                random ->
                    "COALESCE(%s, ST_GeomFromText('POINT(1 2)'))"
                        .formatted(geometry(random, anyShape(random, 2))))
            .at("LONGBLOB"));
  }

  /** MySQL 9 only. */
  static void addVectorsTo(List<Kind> kinds, Random random) {
    kinds.add(vector(1 + random.nextInt(20)));
    kinds.add(vector(2048));
    kinds.add(vector(2048).at("VARBINARY(8192)"));
  }

  private static Kind vector(int dimensions) {
    return Kind.plain(
        "VECTOR(" + dimensions + ")",
        AS_HEX,
        random -> {
          List<String> numbers = new ArrayList<>();
          for (int i = 1 + random.nextInt(Math.min(dimensions, 12)); i > 0; i--) {
            float value = Float.intBitsToFloat(random.nextInt());
            // The server refuses to read subnormal numbers into a vector.
            boolean normal = Float.isFinite(value) && Math.abs(value) >= Float.MIN_NORMAL;
            numbers.add(normal ? String.valueOf(value) : "0.1");
          }
          return "STRING_TO_VECTOR('[" + String.join(",", numbers) + "]')";
        });
  }
}
