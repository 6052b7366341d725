/**
 * Deliberate defects of the plugins, compiled from their own sources with some words replaced, and
 * the proof that the chaos notices them. Nothing of it is shipped.
 *
 * <p>Must not know how the chaos notices.
 */
package io.tributary.it.chaos.defects;
