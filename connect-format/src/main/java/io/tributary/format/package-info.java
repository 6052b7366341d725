/**
 * The format that source and sink share; see docs/record-format.md.
 *
 * <p>Must not know either of them.
 */
package io.tributary.format;
