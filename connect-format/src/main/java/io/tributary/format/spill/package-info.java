/**
 * Bytes that are kept in memory up to a bound and beyond it in files: what source and sink hold of
 * transactions that are not yet to be passed on.
 *
 * <p>Must not know what the bytes mean.
 */
package io.tributary.format.spill;
