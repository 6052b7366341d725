package io.tributary.metrics;

import java.util.function.Supplier;

/**
 * One value that is shown.
 *
 * @param name lower case with hyphens, unique among the metrics that are shown with it
 * @param unit what the number counts, in the plural; {@code text} where it is none
 * @param description a sentence
 * @param value the value now, a number or a text, never null; called by any thread, must not wait
 */
public record Metric(String name, String unit, String description, Supplier<Object> value) {}
