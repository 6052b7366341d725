/**
 * Runs folders of end-to-end cases against the product.
 *
 * <p>Must not know the product's classes: it works through REST and SQL only.
 */
package io.tributary.it.cases;
