/**
 * What must be true of target, topic and target's log, whatever has happened.
 *
 * <p>Must not know the faults.
 */
package io.tributary.it.chaos.oracle;
