/**
 * The source's conditions on rows, compared with those of a real server.
 *
 * <p>Must not know connectors.
 */
package io.tributary.it.filter;
