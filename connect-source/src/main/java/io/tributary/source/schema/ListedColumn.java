package io.tributary.source.schema;

/**
 * A column as {@code information_schema.columns} lists it.
 *
 * @param name its name
 * @param type {@code COLUMN_TYPE}, for instance {@code int unsigned} or {@code enum('a','b')}
 * @param octets {@code CHARACTER_OCTET_LENGTH}: most bytes of a string; 0 for other types
 * @param collation name of its collation; null for types without one
 * @param key place in the primary key, from 1; 0: not part of it
 */
public record ListedColumn(String name, String type, long octets, String collation, int key) {}
