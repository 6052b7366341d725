/**
 * Shows what a plugin counts: through the worker's own metrics where it lets plugins add to them,
 * else as MBeans of the same names.
 *
 * <p>Must not know what is counted, nor records, sources and targets.
 */
package io.tributary.metrics;
