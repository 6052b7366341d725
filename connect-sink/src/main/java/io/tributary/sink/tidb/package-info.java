/**
 * The target server: connections, session, what kind of server it is, its tables, limits and error
 * classes.
 *
 * <p>Must not know records, checkpoints or Connect.
 */
package io.tributary.sink.tidb;
