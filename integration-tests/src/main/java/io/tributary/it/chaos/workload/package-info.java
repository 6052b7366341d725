/**
 * Seeded traffic on sharded tables, which knows where every row lives and goes on after its servers
 * were killed.
 *
 * <p>Must not know the connectors and the faults.
 */
package io.tributary.it.chaos.workload;
