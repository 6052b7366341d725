package io.tributary.source.reader;

import io.tributary.source.binlog.BinlogException;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServerException;

/** Opens what a reader needs; each call takes the credentials that hold at its time. */
public interface Upstream {
  /** Connects by SQL; the caller closes. */
  SourceServer openServer() throws SourceServerException;

  /** Connects to the binlog; the caller closes. */
  EventStream openEvents(StartPoint start) throws BinlogException;

  /** A new assembler that goes on from a boundary; the caller closes. */
  Assembly assemble(ResumePoint from, StartPoint start);
}
