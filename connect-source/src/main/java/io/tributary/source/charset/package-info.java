/**
 * MySQL's character sets: stored bytes to text, exactly or not at all.
 *
 * <p>Must not know tables, rows or events; knows nothing but bytes and strings.
 */
package io.tributary.source.charset;
