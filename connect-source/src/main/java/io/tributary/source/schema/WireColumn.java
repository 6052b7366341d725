package io.tributary.source.schema;

/**
 * How a column lies in a row image.
 *
 * @param type the type code, {@code enum_field_types} of MySQL's {@code field_types.h}; for CHAR,
 *     ENUM and SET the real one (254, 247, 248), not the 254 that all three share on the wire
 * @param metadata what the type needs to be read: VARCHAR, CHAR and BINARY: most bytes; BLOB, JSON,
 *     GEOMETRY and VECTOR: bytes of the length prefix; NEWDECIMAL: precision * 256 + scale; BIT:
 *     bits; ENUM and SET: bytes of the value; temporal types with fractions: their digits; else 0
 * @param charset MySQL's name of the column's character set for string types, ENUM and SET ({@code
 *     binary} for bytes); else null
 */
public record WireColumn(int type, int metadata, String charset) {}
