package io.tributary.sink;

/**
 * Something wrong with a configuration.
 *
 * @param option the option it belongs to
 * @param message a sentence that says what is wrong and what to do
 */
record Finding(String option, String message) {}
