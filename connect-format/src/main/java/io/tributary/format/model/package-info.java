/**
 * The record that travels through Kafka, as immutable values.
 *
 * <p>Must not know how it is written as bytes, nor anything of MySQL's protocol, Kafka, Connect or
 * JDBC.
 */
package io.tributary.format.model;
