package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import java.util.Locale;

/**
 * What a server says of itself, as far as replication depends on it.
 *
 * @param version {@code VERSION()}
 * @param uuid {@code @@server_uuid}, null where the server has none
 * @param serverId {@code @@server_id}
 * @param logBin {@code @@log_bin}
 * @param logBaseName base name of the binlog files without folder; null when log_bin is off
 * @param binlogFormat {@code @@binlog_format}; ROW where the variable no longer exists
 * @param rowImage {@code @@binlog_row_image}
 * @param rowMetadata {@code @@binlog_row_metadata}; null where the server does not know it
 * @param gtids whether transactions can be told by GTID: {@code @@gtid_mode} is ON; MariaDB:
 *     {@code @@gtid_strict_mode} is, so that sequence numbers only grow
 * @param lowerCaseNames whether table names are kept in lower case however a statement spells them
 *     ({@code @@lower_case_table_names} other than 0)
 * @param nativeForeignKeys whether InnoDB itself carries out ON DELETE and ON UPDATE of foreign
 *     keys, so that the changes of the child are not in the binlog ({@code
 *     innodb_native_foreign_keys}; true where the server does not know it)
 * @param replicationClient whether the user may ask where the binlog stands
 * @param replicationSlave whether the user may read the binlog
 * @param account the user as the server sees it, {@code CURRENT_USER()}
 */
public record ServerFacts(
    String version,
    String uuid,
    long serverId,
    boolean logBin,
    String logBaseName,
    String binlogFormat,
    String rowImage,
    String rowMetadata,
    boolean gtids,
    boolean lowerCaseNames,
    boolean nativeForeignKeys,
    boolean replicationClient,
    boolean replicationSlave,
    String account) {
  /**
   * The history that positions of this server belong to; MariaDB has no UUID, but its server id.
   */
  public String history() {
    return (uuid == null ? Long.toString(serverId) : uuid) + "/" + logBaseName;
  }

  /** A table's name as the binlog spells it, of one that {@code information_schema} lists. */
  TableName inBinlog(TableName table) {
    return lowerCaseNames
        ? new TableName(
            table.schema().toLowerCase(Locale.ROOT), table.table().toLowerCase(Locale.ROOT))
        : table;
  }

  /** Whether the server is a MariaDB. */
  public boolean mariaDb() {
    return version.contains("MariaDB");
  }
}
