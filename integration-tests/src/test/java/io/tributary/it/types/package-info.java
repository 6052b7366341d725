/**
 * Random rows of random tables of every type, written to real sources and compared with the target.
 *
 * <p>Must not know the product's classes: it works through REST and SQL only.
 */
package io.tributary.it.types;
