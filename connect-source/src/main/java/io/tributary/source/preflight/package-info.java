/**
 * Asks the server, before anything is read, whether it can be replicated without loss.
 *
 * <p>Must not know the binlog library or Connect contexts.
 */
package io.tributary.source.preflight;
