/**
 * Real MySQL servers, a real Kafka broker and real Connect workers as child processes, for the case
 * runner, the demo and the tests. It must not know the connectors' classes: it sees plugin folders,
 * REST and SQL only.
 */
package io.tributary.it.environment;
