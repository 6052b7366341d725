/**
 * Measures how fast source and sink are, on real servers, real Kafka and real Connect. It knows
 * nothing of the connectors but their options, their records' number and what they leave in the
 * target.
 */
package io.tributary.benchmark;
