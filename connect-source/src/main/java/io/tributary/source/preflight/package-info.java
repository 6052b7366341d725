/**
 * Asks the source server by SQL what it is, where its binlog stands, and whether it can be
 * replicated without loss.
 *
 * <p>Must not know the binlog library or Connect contexts.
 */
package io.tributary.source.preflight;
