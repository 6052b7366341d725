/**
 * Merged tables on real servers, by both roads.
 *
 * <p>Must not know how ownership is kept: histories go in, rows come out.
 */
package io.tributary.it.ownership;
