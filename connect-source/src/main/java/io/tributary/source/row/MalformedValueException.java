package io.tributary.source.row;

/** A value that cannot be read; {@link RowDecoder} adds where it stands and what to do. */
final class MalformedValueException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What is wrong, which tells what the operator can do. */
  enum Fault {
    /** The bytes are not what the type says they are. */
    DAMAGED,
    /** The server holds a value that has no lossless form. */
    NOT_REPRESENTABLE,
    /** Only what changed of the value is there, and the value before is not. */
    NO_VALUE_BEFORE
  }

  private final Fault fault;

  private MalformedValueException(Fault fault, String message) {
    // Where in the decoders it was thrown tells nothing: no stack.
    super(message, null, false, false);
    this.fault = fault;
  }

  static MalformedValueException damaged(String message) {
    return new MalformedValueException(Fault.DAMAGED, message);
  }

  static MalformedValueException notRepresentable(String message) {
    return new MalformedValueException(Fault.NOT_REPRESENTABLE, message);
  }

  static MalformedValueException noValueBefore(String message) {
    return new MalformedValueException(Fault.NO_VALUE_BEFORE, message);
  }

  Fault fault() {
    return fault;
  }
}
