package io.tributary.source.row;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Row;

/**
 * One row of a row event.
 *
 * @param kind what happened to it
 * @param before the row before; null for INSERT
 * @param after the row after; null for DELETE
 */
public record RowChange(ChangeKind kind, Row before, Row after) {}
