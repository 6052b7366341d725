/**
 * Which shard has which row of a merged table: the rule of visibility, and its ledger.
 *
 * <p>Must not know Connect or threads; the rule itself knows no SQL.
 */
package io.tributary.sink.ownership;
