/**
 * What may go wrong with workers, servers, connections and the topic; each fault ends by itself and
 * is undone.
 *
 * <p>Must not know the oracle.
 */
package io.tributary.it.chaos.faults;
