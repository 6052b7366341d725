/**
 * Sets of transactions by GTID, in the notations of MySQL and of MariaDB.
 *
 * <p>Must not know records, nor where a set was read or is kept.
 */
package io.tributary.format.gtid;
