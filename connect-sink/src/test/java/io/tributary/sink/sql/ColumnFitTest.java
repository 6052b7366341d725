package io.tributary.sink.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.tidb.Targets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hazard 23: what strict mode would round, cut or bend without an error is refused by name. */
class ColumnFitTest {
  /** Sources: type, unsigned, length, scale, collation or labels. */
  @ParameterizedTest(name = "{0} into {1}: {2}")
  @DisplayName("hazard23 source column into target column")
  @CsvSource(
      delimiter = ';',
      value = {
        "TINYINT;tinyint(4);-",
        "TINYINT;int;-",
        "INT;smallint;range",
        "INT u;int;range",
        "INT u;bigint;-",
        "SMALLINT;bigint unsigned;-",
        "BIGINT u;bigint(20) unsigned;-",
        "BIGINT u;bigint;range",
        "BIGINT;decimal(19,0);-",
        "BIGINT;decimal(20,2);fewer digits",
        "INT;double;not exact",
        "INT;varchar(11);-",
        "INT;varchar(10);shorter",
        "INT;date;another type",
        "BIT 10;bit(10);-",
        "BIT 10;bit(9);range",
        "BIT 63;bigint;-",
        "BIT 64;bigint;range",
        "BIT 8;varchar(9);another type",
        "YEAR;year;-",
        "YEAR;year(4);-",
        "YEAR;smallint;-",
        "YEAR;tinyint;range",
        "DECIMAL 10 2;decimal(10,2);-",
        "DECIMAL 10 2;decimal(12,3);-",
        "DECIMAL 10 3;decimal(12,2);rounded",
        "DECIMAL 10 2;decimal(10,3);fewer digits",
        "DECIMAL 9 0;int;-",
        "DECIMAL 10 0;int;range",
        "DECIMAL 9 1;int;rounded",
        "DECIMAL 9 1;double;not exact",
        "DECIMAL 9 1;varchar(12);-",
        "FLOAT;float;-",
        "FLOAT;double;-",
        "FLOAT;float(7,2);rounds to 2 digits",
        "DOUBLE;float;rounded",
        "DOUBLE;double;-",
        "DOUBLE;decimal(65,30);another type",
        "DATE;date;-",
        "DATE;datetime;-",
        "DATE;timestamp;range",
        "DATETIME 0 3;datetime(3);-",
        "DATETIME 0 3;datetime(6);-",
        "DATETIME 0 3;datetime;rounded",
        "DATETIME 0 0;date;another type",
        "DATETIME 0 0;timestamp;range",
        "TIMESTAMP 0 0;datetime(3);-",
        "TIMESTAMP 0 6;timestamp(3);rounded",
        "TIME 0 6;time;rounded",
        "TIME 0 0;datetime;another type",
        "JSON;json;-",
        "JSON;longtext;another type",
        "GEOMETRY;point;-",
        "GEOMETRY;longblob;-",
        "GEOMETRY;mediumblob;shorter",
        "GEOMETRY;longtext;another type",
        "VECTOR 3;varbinary(12);-",
        "VECTOR 3;varbinary(11);shorter",
        "VECTOR 3;json;another type",
        "VECTOR 3;vector(3);-",
        "VECTOR 3;vector;-",
        "VECTOR 3;vector(2);dimensions",
        "BINARY 4;binary(4);-",
        "BINARY 4;binary(5);pads",
        "BINARY 4;varbinary(4);-",
        "VARBINARY 4;binary(4);pads",
        "VARBINARY 9;varbinary(8);shorter",
        "BLOB 2;blob;-",
        "BLOB 3;blob;shorter",
        "BLOB 1;varbinary(255);-",
        "BLOB 1;varchar(255);another type",
        "INT;mystery;not known",
      })
  void hazard23_fits(String source, String target, String expected) throws Exception {
    check(source(source, null, List.of()), target, expected);
  }

  @ParameterizedTest(name = "{0} {1} into {2}: {3}")
  @DisplayName("hazard23 strings: characters, bytes, character sets, padding")
  @CsvSource(
      delimiter = ';',
      value = {
        "VARCHAR 80;utf8mb4_bin;varchar(20)|utf8mb4_bin;-",
        "VARCHAR 80;utf8mb4_bin;varchar(19)|utf8mb4_bin;shorter",
        "VARCHAR 20;latin1_swedish_ci;varchar(20)|utf8mb4_bin;-",
        "VARCHAR 40;gbk_chinese_ci;varchar(20)|utf8mb4_bin;-",
        "VARCHAR 40;gbk_chinese_ci;varchar(19)|utf8mb4_bin;shorter",
        "VARCHAR 80;utf8mb4_bin;tinytext|utf8mb4_bin;-",
        "VARCHAR 256;utf8mb4_bin;tinytext|utf8mb4_bin;shorter",
        "VARCHAR 60;utf8_general_ci;varchar(20)|latin1_swedish_ci;character set",
        "VARCHAR 60;utf8mb3_general_ci;varchar(20)|utf8mb3_bin;-",
        "VARCHAR 80;utf8mb4_bin;varchar(20)|utf8mb3_bin;character set",
        "VARCHAR 20;ascii_bin;varchar(20)|gbk_chinese_ci;-",
        "VARCHAR 80;utf8mb4_bin;char(20)|utf8mb4_bin;trailing spaces",
        "CHAR 80;utf8mb4_bin;char(20)|utf8mb4_bin;-",
        "CHAR 80;utf8mb4_bin;varchar(20)|utf8mb4_bin;-",
        "VARCHAR 85;latin1_swedish_ci;tinytext|utf8mb4_bin;-",
        "VARCHAR 86;latin1_swedish_ci;tinytext|utf8mb4_bin;shorter",
        "VARCHAR 255;latin1_swedish_ci;tinytext|latin1_swedish_ci;-",
        "VARCHAR 255;ascii_bin;tinytext|utf8mb4_bin;-",
        "VARCHAR 172;gbk_chinese_ci;tinytext|utf8mb4_bin;shorter",
        "VARCHAR 255;utf8mb3_bin;tinytext|utf8mb4_bin;-",
        "TEXT 2;utf8mb4_bin;text|utf8mb4_bin;-",
        "TEXT 2;utf8mb4_bin;longtext|utf8mb4_bin;-",
        "TEXT 3;utf8mb4_bin;text|utf8mb4_bin;shorter",
        "TEXT 1;utf8mb4_bin;varchar(255)|utf8mb4_bin;shorter",
        "TEXT 2;utf8mb4_bin;blob;another type",
      })
  void hazard23_strings(String source, String collation, String target, String expected)
      throws Exception {
    check(source(source, collation, List.of()), target, expected);
  }

  @ParameterizedTest(name = "{0} {1} into TiDB {2}: {3}")
  @DisplayName("hazard23 TiDB keeps strings in UTF-8 whatever their character set")
  @CsvSource(
      delimiter = ';',
      value = {
        "VARCHAR 252;utf8mb4_bin;tinytext|latin1_bin;-",
        "VARCHAR 256;utf8mb4_bin;tinytext|latin1_bin;shorter",
        "VARCHAR 85;latin1_bin;tinytext|latin1_bin;-",
        "VARCHAR 86;latin1_bin;tinytext|latin1_bin;shorter",
      })
  void hazard23_tidbStrings(String source, String collation, String target, String expected)
      throws Exception {
    TargetColumn column = Targets.column(TargetServer.Kind.TIDB, target);
    check(ColumnFit.refusal(source(source, collation, List.of()), column, true), expected);
  }

  @ParameterizedTest(name = "{0} of {1} into {2}: {3}")
  @DisplayName("hazard23 labels of ENUM and SET")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "ENUM;a,b;enum('b','c','a');-",
        "ENUM;a,b;enum('a','B');lacks the label 'b'",
        "ENUM;it's,x;enum('x','it''s');-",
        "ENUM;a\\b;enum('a\\\\b');-",
        "ENUM;a😀;enum('a?');-",
        "ENUM;low,medium;varchar(6);-",
        "ENUM;low,medium;varchar(5);shorter",
        "SET;a,b;set('b','a');-",
        "SET;a,b;set('b');lacks the label 'a'",
        "SET;a,b;varchar(3);-",
        "SET;a,b;varchar(2);shorter",
        "SET;a,b;enum('a','b');another type",
      })
  void hazard23_labels(String type, String labels, String target, String expected)
      throws Exception {
    check(source(type, "utf8mb4_bin", List.of(labels.split(","))), target, expected);
  }

  @Test
  void hazard23_labelsIntoTextAreMeasuredInBytes() throws Exception {
    String accents = "\u00e9".repeat(127);
    check(source("ENUM", "utf8mb4_bin", List.of(accents)), "tinytext", "-");
    check(source("ENUM", "utf8mb4_bin", List.of(accents + "\u00e9")), "tinytext", "shorter");
    check(source("SET", "utf8mb4_bin", List.of(accents, "b")), "tinytext", "shorter");
    check(source("SET", "utf8mb4_bin", List.of(accents, "b")), "varchar(129)", "-");
  }

  private static Column source(String text, String collation, List<String> labels) {
    String[] words = text.split(" ");
    boolean unsigned = words.length > 1 && words[1].equals("u");
    long length = words.length > 1 && !unsigned ? Long.parseLong(words[1]) : 0;
    int scale = words.length > 2 ? Integer.parseInt(words[2]) : 0;
    ColumnType type = ColumnType.valueOf(words[0]);
    return new Column("c", type, unsigned, 0, length, scale, collation, labels);
  }

  private static void check(Column source, String target, String expected) throws Exception {
    TargetColumn column = Targets.column(TargetServer.Kind.MYSQL, target);
    check(ColumnFit.refusal(source, column, false), expected);
  }

  private static void check(Optional<String> refusal, String expected) {
    String reason = refusal.orElse("-");
    boolean same = expected.equals("-") ? reason.equals("-") : reason.contains(expected);
    assertEquals(expected, same ? expected : reason);
  }
}
