/**
 * The sink connector's Connect shell: connector, task and configuration.
 *
 * <p>Must not know JDBC or SQL; only here are Connect contexts seen.
 */
package io.tributary.sink;
