package io.tributary.source.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tributary.format.model.TableName;
import io.tributary.format.model.XaId;
import io.tributary.source.statement.Statement.Effect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementReaderTest {
  private static final StatementReader MYSQL = new StatementReader(ServerVersion.parse("9.7.4-2"));
  private static final StatementReader MARIADB =
      new StatementReader(ServerVersion.parse("5.5.5-10.11.6-MariaDB-log"));

  private static Statement read(String sql) {
    return MYSQL.read(sql, "d", SqlMode.DEFAULT);
  }

  static Stream<Arguments> control() {
    return Stream.of(
        Arguments.of("BEGIN", new Statement.Begin()),
        Arguments.of("/* c */ begin -- x\n work", new Statement.Begin()),
        Arguments.of("START TRANSACTION WITH CONSISTENT SNAPSHOT", new Statement.Begin()),
        Arguments.of("COMMIT", new Statement.Commit()),
        Arguments.of("commit /* x */ and chain", new Statement.Commit()),
        Arguments.of("ROLLBACK", new Statement.Rollback()),
        Arguments.of("ROLLBACK WORK", new Statement.Rollback()),
        Arguments.of("SAVEPOINT `odd ``n\"é`", new Statement.Savepoint("odd `n\"é")),
        Arguments.of("SAVEPOINT to", new Statement.Savepoint("to")),
        Arguments.of("#c\nSavePoint/**/x1", new Statement.Savepoint("x1")),
        Arguments.of("ROLLBACK TO `s1`", new Statement.RollbackTo("s1")),
        Arguments.of("ROLLBACK WORK TO SAVEPOINT s1", new Statement.RollbackTo("s1")),
        Arguments.of("ROLLBACK TO savepoint", new Statement.RollbackTo("savepoint")),
        Arguments.of("ROLLBACK TO SAVEPOINT `savepoint`", new Statement.RollbackTo("savepoint")),
        Arguments.of("RELEASE SAVEPOINT `a`", new Statement.Release("a")),
        Arguments.of("", new Statement.Empty()),
        Arguments.of("# Dummy event", new Statement.Empty()),
        Arguments.of("/* only */ -- a comment", new Statement.Empty()));
  }

  @ParameterizedTest
  @MethodSource("control")
  void readsWhatEndsAndMarksTransactions(String sql, Statement expected) {
    assertEquals(expected, read(sql));
  }

  private static XaId xa(long format, String gtrid, String bqual) {
    return new XaId(
        format, gtrid.getBytes(StandardCharsets.UTF_8), bqual.getBytes(StandardCharsets.UTF_8));
  }

  static Stream<Arguments> xaStatements() {
    return Stream.of(
        Arguments.of("XA START X'6731',X'',1", new Statement.XaStart(xa(1, "g1", ""))),
        Arguments.of("XA BEGIN 'g1'", new Statement.XaStart(xa(1, "g1", ""))),
        Arguments.of("xa start '' , \"b\"", new Statement.XaStart(xa(1, "", "b"))),
        Arguments.of("XA END x'6731'", new Statement.XaEnd(xa(1, "g1", ""))),
        Arguments.of("XA END 0x6731,0x62,7", new Statement.XaEnd(xa(7, "g1", "b"))),
        Arguments.of(
            "XA COMMIT X'00ff275c',X'e4bda0',4294967295",
            new Statement.XaCommit(
                new XaId(
                    4294967295L,
                    new byte[] {0, -1, 0x27, 0x5c},
                    "你".getBytes(StandardCharsets.UTF_8)),
                false)),
        Arguments.of(
            "XA COMMIT 'a',X'',-1", new Statement.XaCommit(xa(4294967295L, "a", ""), false)),
        Arguments.of("XA COMMIT X'',X'',1", new Statement.XaCommit(xa(1, "", ""), false)),
        Arguments.of("XA COMMIT 'a' ONE PHASE", new Statement.XaCommit(xa(1, "a", ""), true)),
        Arguments.of(
            "XA ROLLBACK 'it''s \\'q\\\\','COMMIT'",
            new Statement.XaRollback(xa(1, "it's 'q\\", "COMMIT"))));
  }

  @ParameterizedTest
  @MethodSource("xaStatements")
  void readsXa(String sql, Statement expected) {
    assertEquals(expected, read(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "XA",
        "XA COMMIT",
        "XA START g1",
        "XA FLY 'g'",
        "XA COMMIT 'a','b','c'",
        "SAVEPOINT",
        "ROLLBACK TO",
        "SAVEPOINT 'x'",
        "SAVEPOINT \"x\""
      })
  void saysWhatItCannotRead(String sql) {
    assertInstanceOf(Statement.Unreadable.class, read(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FLUSH TABLES",
        "ANALYZE TABLE c35.t",
        "OPTIMIZE TABLE c35.t",
        "CREATE USER IF NOT EXISTS 'c35 user'@'localhost' IDENTIFIED BY 'it''s; BEGIN; x' COMMENT"
            + " 'COMMIT; XA COMMIT'",
        "GRANT SELECT ON c35.* TO 'u'@'%'",
        "REVOKE SELECT ON c35.* FROM 'u'@'%'",
        "CREATE ALGORITHM=UNDEFINED DEFINER=`root`@`%` SQL SECURITY DEFINER VIEW v AS SELECT 1",
        "CREATE OR REPLACE VIEW t AS SELECT 1",
        "CREATE DEFINER=`root`@`%` TRIGGER c35.trg AFTER UPDATE ON c35.t FOR EACH ROW INSERT INTO"
            + " c35.log (what) VALUES (1)",
        "CREATE DEFINER=`r`@`%` PROCEDURE `p`() BEGIN SET @x=1; TRUNCATE TABLE t; COMMIT; END",
        "CREATE FUNCTION f() RETURNS INT RETURN 1",
        "CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO TRUNCATE TABLE t",
        "DROP VIEW c35.v",
        "DROP SEQUENCE IF EXISTS c35.s",
        "DROP TRIGGER c35.trg",
        "DROP USER t",
        "DROP INDEX i ON t",
        "DROP PROCEDURE IF EXISTS p",
        "CREATE DATABASE x",
        "ALTER DATABASE x CHARACTER SET utf8mb4",
        "ALTER USER u IDENTIFIED BY 'TRUNCATE TABLE t'",
        "RENAME USER a TO b",
        "CREATE TABLE t (id INT, n INT AS (id+1), CHECK (id > 0)) COMMENT='SELECT 1'",
        "CREATE TABLE t LIKE other",
        "CREATE TABLE `t` (\n  `select` int\n) START TRANSACTION",
        "CREATE TEMPORARY TABLE t SELECT 1",
        "CREATE TABLE t (d DATE) PARTITION BY RANGE (YEAR(d)) (PARTITION p VALUES LESS THAN (5))",
        "CREATE UNIQUE INDEX i ON t (a)",
        "DROP TEMPORARY TABLE `s`.`x` /* generated by server */",
        "DROP /*!40005 TEMPORARY */ TABLE IF EXISTS `x`",
        "ALTER TABLE c35.t ADD PARTITION (PARTITION p25 VALUES LESS THAN (2026))",
        "ALTER TABLE c35.t REORGANIZE PARTITION p25 INTO (PARTITION p25a VALUES LESS THAN (2026),"
            + " PARTITION pmax VALUES LESS THAN MAXVALUE)",
        "ALTER TABLE c35.t ADD INDEX iv (v), COMMENT='a ''quoted'' ; comment -- with /* marks */'",
        "ALTER TABLE t COMMENT='it\\'s, DROP PARTITION p', ADD COLUMN `DROP PARTITION` INT",
        "ALTER TABLE t DROP COLUMN `partition`, DROP a, DROP PRIMARY KEY, DROP INDEX i",
        "ALTER TABLE t RENAME COLUMN a TO b, RENAME INDEX i TO j, RENAME KEY k TO l",
        "ALTER TABLE t RENAME COLUMN IF EXISTS a TO b, CHANGE c d INT, CHANGE COLUMN e E BIGINT, ADD f INT",
        "ALTER TABLE t DROP FOREIGN KEY a, DROP CHECK b, ADD COLUMN (a INT, b DECIMAL(3, 1)), DROP COLUMN c",
        "ALTER TABLE t DROP INDEX a, ADD INDEX a (b), DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (a > 1)",
        "ALTER TABLE t ADD a INT AFTER b, MODIFY b INT FIRST, ALTER c SET DEFAULT 5",
        "ALTER TABLE t CONVERT TO CHARACTER SET utf8mb4",
        "ALTER TABLE t COALESCE PARTITION 2",
        "ALTER TABLE t REBUILD PARTITION ALL",
        "ALTER TABLE t REMOVE PARTITIONING",
        "ALTER TABLE t ENGINE=InnoDB",
        "ALTER TABLE t ADD COLUMN e ENUM('a','b, TRUNCATE PARTITION p') /* , DROP PARTITION p */",
        "SET PASSWORD FOR u = 'x'",
        "INSTALL PLUGIN a SONAME 'b'",
        "XA RECOVER",
        "START REPLICA",
      })
  void passesWhatChangesNoRows(String sql) {
    assertEquals(new Statement.Definition(List.of()), read(sql), sql);
  }

  private static Effect changes(String schema, String table) {
    return new Effect.ChangesRows(new TableName(schema, table));
  }

  private static Effect renames(String from, String to) {
    return new Effect.Renames(new TableName("d", from), new TableName("d", to));
  }

  static Stream<Arguments> effects() {
    return Stream.of(
        Arguments.of("TRUNCATE t", List.of(changes("d", "t"))),
        Arguments.of("truncate /**/ table `a``b`.`c.d`", List.of(changes("a`b", "c.d"))),
        Arguments.of("TRUNCATE .t", List.of(changes("d", "t"))),
        Arguments.of("/*!50000 TRUNCATE */ TABLE t", List.of(changes("d", "t"))),
        Arguments.of("/*!99999 DROP */ TRUNCATE t", List.of(changes("d", "t"))),
        Arguments.of("/*!080000 TRUNCATE */ t", List.of(changes("d", "t"))),
        Arguments.of("/*!999999 a /* b */ c */ TRUNCATE t", List.of(changes("d", "t"))),
        Arguments.of("/*M! DROP */ TRUNCATE t", List.of(changes("d", "t"))),
        Arguments.of(
            "DROP TABLE IF EXISTS `a` , s . b /* generated by server */",
            List.of(changes("d", "a"), changes("s", "b"))),
        Arguments.of("DROP TABLES a RESTRICT", List.of(changes("d", "a"))),
        Arguments.of("DROP DATABASE IF EXISTS `s`", List.of(new Effect.DropsSchema("s"))),
        Arguments.of("DROP SCHEMA s", List.of(new Effect.DropsSchema("s"))),
        Arguments.of("RENAME TABLE a TO b", List.of(renames("a", "b"))),
        Arguments.of(
            "RENAME /* gh-ost */ TABLE `d`.`t` TO `d`.`_t_del`, `d`.`_t_gho` TO `d`.`t`",
            List.of(renames("t", "_t_del"), renames("_t_gho", "t"))),
        Arguments.of("RENAME TABLES a WAIT 5 TO b", List.of(renames("a", "b"))),
        Arguments.of("ALTER TABLE a RENAME TO b", List.of(renames("a", "b"))),
        Arguments.of("ALTER TABLE a ADD x INT, RENAME b", List.of(renames("a", "b"))),
        Arguments.of("ALTER TABLE a RENAME AS d.b", List.of(renames("a", "b"))),
        Arguments.of("ALTER TABLE t DROP PARTITION p0, p1", List.of(changes("d", "t"))),
        Arguments.of("ALTER TABLE t DROP SYSTEM VERSIONING", List.of(changes("d", "t"))),
        Arguments.of(
            "ALTER TABLE t ALGORITHM=INPLACE, DROP PARTITION p", List.of(changes("d", "t"))),
        Arguments.of("ALTER TABLE s.t TRUNCATE PARTITION ALL", List.of(changes("s", "t"))),
        Arguments.of(
            "ALTER TABLE t EXCHANGE PARTITION p WITH TABLE u WITHOUT VALIDATION",
            List.of(changes("d", "t"), changes("d", "u"))),
        Arguments.of("ALTER TABLE t IMPORT TABLESPACE", List.of(changes("d", "t"))),
        Arguments.of("ALTER TABLE t DISCARD PARTITION p TABLESPACE", List.of(changes("d", "t"))),
        Arguments.of("ALTER IGNORE TABLE t ADD UNIQUE (a)", List.of(changes("d", "t"))),
        Arguments.of("ALTER TABLE t ENGINE = BLACKHOLE", List.of(changes("d", "t"))),
        Arguments.of("ALTER TABLE t COMMENT='x' ENGINE=BLACKHOLE", List.of(changes("d", "t"))),
        Arguments.of(
            "ALTER TABLE t RENAME COLUMN a TO b, RENAME COLUMN b TO a", List.of(changes("d", "t"))),
        Arguments.of(
            "ALTER TABLE t CHANGE a b INT, CHANGE COLUMN b c INT", List.of(changes("d", "t"))),
        Arguments.of(
            "ALTER TABLE t DROP a, ADD COLUMN A INT NOT NULL DEFAULT 0",
            List.of(changes("d", "t"))),
        Arguments.of(
            "ALTER TABLE t ADD (x INT, a DECIMAL(3, 1)), DROP COLUMN IF EXISTS `a`",
            List.of(changes("d", "t"))),
        Arguments.of(
            "ALTER TABLE t CHANGE a b INT, ADD COLUMN IF NOT EXISTS a INT",
            List.of(changes("d", "t"))),
        Arguments.of("ALTER TABLE t DROP b, CHANGE a b INT", List.of(changes("d", "t"))),
        Arguments.of("CREATE OR REPLACE TABLE t (a INT)", List.of(changes("d", "t"))),
        Arguments.of("CREATE TABLE t SELECT * FROM u", List.of(changes("d", "t"))),
        Arguments.of("CREATE TABLE t (SELECT 1)", List.of(changes("d", "t"))),
        Arguments.of(
            "CREATE TABLE t (a INT) WITH c AS (SELECT 1) SELECT * FROM c",
            List.of(changes("d", "t"))),
        Arguments.of("CREATE TABLE t AS TABLE u", List.of(changes("d", "t"))),
        Arguments.of("CREATE TABLE t VALUES ROW(1)", List.of(changes("d", "t"))));
  }

  @ParameterizedTest
  @MethodSource("effects")
  void hazard29_readsWhatChangesRowsWithoutRowEvents(String sql, List<Effect> expected) {
    assertEquals(new Statement.Definition(expected), read(sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t VALUES (1)", "/* x */ update t set a=1", "DELETE FROM t",
            "REPLACE t SET a=1",
        "LOAD DATA INFILE 'x' INTO TABLE t", "CALL p()", "SELECT `f`()", "DO f()",
        "WITH x AS (SELECT 1) DELETE FROM t", "(SELECT f())", "HANDLER t OPEN",
            "IMPORT TABLE FROM 'x'",
        "SOMETHING NEW", "BEGIN NOT ATOMIC DELETE FROM t; END", "TRUNCATE", "DROP TABLE 'x'",
        "RENAME TABLE a b"
      })
  void holdsTheRestForAChange(String sql) {
    assertInstanceOf(Statement.DataChange.class, read(sql));
  }

  /** Bits of sql_mode: 4 is ANSI_QUOTES, 1048576 NO_BACKSLASH_ESCAPES. */
  static Stream<Arguments> modes() {
    String comment = "ALTER TABLE t COMMENT='D:\\', RENAME TO u";
    return Stream.of(
        Arguments.of(comment, 0, List.of()),
        Arguments.of(comment, 4, List.of()),
        Arguments.of(comment, 1 << 20, List.of(renames("t", "u"))),
        Arguments.of(
            "ALTER TABLE t COMMENT=\"D:\\\", ENGINE=BLACKHOLE",
            1 << 20,
            List.of(changes("d", "t"))),
        Arguments.of("TRUNCATE TABLE \"s\".\"t\"", 4, List.of(changes("s", "t"))),
        Arguments.of("TRUNCATE TABLE \"a\\\".\"t\"", 4, List.of(changes("a\\", "t"))));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void hazard29_readsAsTheSessionsModeSays(String sql, long mode, List<Effect> expected) {
    assertEquals(new Statement.Definition(expected), MYSQL.read(sql, "d", new SqlMode(mode)), sql);
  }

  @Test
  void doubleQuotesAreOfNamesOnlyInAnsiMode() {
    assertEquals(
        new Statement.Savepoint("a b"), MYSQL.read("SAVEPOINT \"a b\"", "d", new SqlMode(4)));
  }

  @Test
  void versionCommentsDependOnTheServer() {
    assertEquals(
        new Statement.Definition(List.of(changes("d", "t"))),
        MARIADB.read("/*M! TRUNCATE */ /*!50701 IGNORED */ t", "d", SqlMode.DEFAULT));
    assertEquals(
        new Statement.Definition(List.of(changes("d", "t"))),
        MARIADB.read("/*M!100100 TRUNCATE */ t", "d", SqlMode.DEFAULT));
    StatementReader old = new StatementReader(ServerVersion.parse("5.6.24-log"));
    assertEquals(
        new Statement.Definition(List.of(changes("d", "t"))),
        old.read("TRUNCATE /*!80000 TABLE x. */ t", "d", SqlMode.DEFAULT));
    assertEquals(
        new Statement.Definition(List.of(changes("d", "t"))),
        new StatementReader(ServerVersion.parse("?"))
            .read("/*!80000 TRUNCATE */ t", "d", SqlMode.DEFAULT));
  }

  @Test
  void findsNamedSchemas() {
    assertEquals(
        Set.of("a", "b c", "y", "t"),
        MYSQL.namedSchemas(
            "INSERT INTO a.x SELECT `b c` . `y`.z, 'no.thing', t.id /* c.d */ FROM t -- e.f",
            SqlMode.DEFAULT));
  }
}
