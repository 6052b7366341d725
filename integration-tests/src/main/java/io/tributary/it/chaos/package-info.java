/**
 * A workload and faults that would make other tools lose rows, and the proof that nothing is lost.
 *
 * <p>Must not know the product's classes: it works through REST, SQL and the topic only.
 */
package io.tributary.it.chaos;
