/**
 * A set of Tributary connectors around one topic, driven by REST, and how far they have come.
 *
 * <p>Must not know the product's classes: it works through REST and SQL only.
 */
package io.tributary.it.pipeline;
