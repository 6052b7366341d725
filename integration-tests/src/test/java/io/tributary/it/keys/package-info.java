/**
 * Which keys are one row, asked of real servers for every collation.
 *
 * <p>Must not know the product's classes: it works through REST, SQL and the topic's records.
 */
package io.tributary.it.keys;
