package io.tributary.format.model;

/** The kinds of {@link Change}. */
public enum ChangeKind {
  INSERT,
  UPDATE,
  DELETE
}
