package io.tributary.source.reader;

import io.tributary.source.binlog.BinlogException;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.ServerFacts;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServerException;
import java.util.List;

/** Opens what a reader needs; each call takes the credentials that hold at its time. */
public interface Upstream extends AutoCloseable {
  /** Connects by SQL; the caller closes. */
  SourceServer openServer() throws SourceServerException;

  /**
   * What keeps this server from being replicated without loss, beyond where reading begins; what
   * only warns is logged.
   *
   * @param facts what the server said of itself
   * @param begins whether the source begins there, and does not go on where it was
   */
  List<Finding> refusals(SourceServer server, ServerFacts facts, boolean begins)
      throws SourceServerException;

  /** Connects to the binlog; the caller closes. */
  EventStream openEvents(StartPoint start) throws BinlogException;

  /**
   * Connects to the binlog beside the one connection that reads it on: for what is there now, and
   * without taking the source's place among the server's replicas; the caller closes.
   */
  EventStream openScan(StartPoint start) throws BinlogException;

  /**
   * A new assembler for one connection; the caller closes.
   *
   * @param from the boundary to go on from
   * @param start what the server was asked for
   * @param facts what the server said of itself
   */
  Assembly assemble(ResumePoint from, StartPoint start, ServerFacts facts);

  /** Gives back what all assemblers share. Once nothing more is read; from any thread. */
  @Override
  default void close() {}
}
