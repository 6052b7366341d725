package io.tributary.source.reader;

import io.tributary.source.offset.ResumePoint;
import io.tributary.source.transaction.CompletedTransaction;

/** What a reader has to say. */
public sealed interface Reading {
  /**
   * A connection stands, and everything up to its start has been read; what follows comes after
   * {@code resume}. Said once for each connection, before anything of it.
   *
   * @param history history that the positions belong to
   * @param resume where the source begins or goes on
   * @param continuing whether it goes on in the same history as before, so that earlier positions
   *     can be compared with the ones to come
   */
  record Began(String history, ResumePoint resume, boolean continuing) implements Reading {}

  /** A boundary was reached. */
  record Passed(CompletedTransaction transaction) implements Reading {}
}
