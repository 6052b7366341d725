package io.tributary.source.preflight;

/**
 * Something that keeps a source from being created.
 *
 * @param option the option that it is shown at
 * @param message what is wrong and what to do, one sentence or two
 */
public record Finding(String option, String message) {}
