package io.tributary.source.transaction;

import io.tributary.format.codec.RecordDecoder;
import io.tributary.format.codec.RecordFormatException;
import io.tributary.format.model.Change;
import io.tributary.format.model.Position;
import io.tributary.format.model.XaId;
import io.tributary.format.spill.SpillBuffers;
import io.tributary.format.spill.SpillDirectory;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Feeds scripts to an assembler and tells what came out as text. */
final class Reading {
  private static final long MAX_BYTES = 64;

  static final ResumePoint START =
      new ResumePoint(
          BinlogScript.fileName(1),
          new Position(1, 0, 4),
          "",
          BinlogScript.fileName(1),
          new Position(1, 0, 4));

  private final SpillBuffers buffers;
  private final TransactionAssembler assembler;
  private final List<CompletedTransaction> completed = new ArrayList<>();

  /** So small that all but the smallest transactions go to a file. */
  private static SpillBuffers spilling() {
    return spilling("");
  }

  private static SpillBuffers spilling(String directory) {
    try {
      return new SpillBuffers(MAX_BYTES, SpillDirectory.of(directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Reading(
      int partitions,
      ResumePoint from,
      StartPoint start,
      Set<XaId> abandoned,
      SpillBuffers buffers) {
    this.buffers = buffers;
    assembler =
        new TransactionAssembler(
            new AssemblerSettings("shop", abandoned),
            new ScriptTables(partitions),
            buffers,
            from,
            start);
  }

  static Reading fresh() {
    return inFile(START, 1);
  }

  static Reading inFile(ResumePoint from, int partitions) {
    return new Reading(
        partitions,
        from,
        new StartPoint.InFile(from.readFromFile(), from.readFrom().offset()),
        Set.of(),
        spilling());
  }

  static Reading byGtids(ResumePoint from, int partitions) {
    StartPoint start = new StartPoint.AfterGtids(from.gtidsToReadAfter());
    return new Reading(partitions, from, start, Set.of(), spilling());
  }

  static Reading abandoning(XaId xa) {
    return new Reading(1, START, new StartPoint.InFile("binlog.000001", 4), Set.of(xa), spilling());
  }

  /** Spills into a folder. */
  static Reading spillingTo(String directory) {
    StartPoint start = new StartPoint.InFile("binlog.000001", 4);
    return new Reading(1, START, start, Set.of(), spilling(directory));
  }

  Reading read(BinlogScript script) throws TransactionException {
    return read(script.events());
  }

  Reading read(List<BinlogEvent> events) throws TransactionException {
    for (BinlogEvent event : events) {
      accept(event);
    }
    return this;
  }

  CompletedTransaction accept(BinlogEvent event) throws TransactionException {
    CompletedTransaction transaction = assembler.accept(event);
    if (transaction != null) {
      completed.add(transaction);
    }
    return transaction;
  }

  List<CompletedTransaction> completed() {
    return completed;
  }

  ResumePoint boundary() {
    return assembler.boundary();
  }

  TransactionAssembler assembler() {
    return assembler;
  }

  /** Gives everything back, as the end of a task does. */
  void close() {
    assembler.close();
    completed.forEach(CompletedTransaction::close);
  }

  /** Bytes in memory; 0 once everything was given back. */
  long heldBytes() {
    return buffers.heldBytes();
  }

  /** Number of buffers that were not given back. */
  int openBuffers() {
    return buffers.openCount();
  }

  /** Number of buffers of transactions without an outcome. */
  int heldBuffers() {
    int taken = completed.stream().mapToInt(transaction -> transaction.slices().size()).sum();
    return buffers.openCount() - taken;
  }

  long spilledBytes() {
    return buffers.spilledBytes();
  }

  /** The transactions that have changes, each as its changes by partition. */
  List<String> texts() {
    return completed.stream()
        .filter(transaction -> !transaction.slices().isEmpty())
        .map(Reading::text)
        .toList();
  }

  /**
   * {@code +1,a} insert, {@code ~1,a>1,b} update, {@code -1,a} delete; a table other than s.t
   * first.
   */
  static String text(CompletedTransaction transaction) {
    StringBuilder text = new StringBuilder();
    for (EncodedSlice slice : transaction.slices()) {
      text.append(text.isEmpty() ? "" : " | ");
      if (transaction.slices().size() > 1 || slice.partition() > 0) {
        text.append("p").append(slice.partition()).append(": ");
      }
      List<String> changes = new ArrayList<>();
      for (Change change : changes(slice)) {
        String table = slice.tables().get(change.table()).source().toString();
        changes.add((table.equals("s.t") ? "" : table + " ") + text(change));
      }
      if (changes.size() != slice.count()) {
        throw new AssertionError(slice.count() + " counted, but " + changes);
      }
      text.append(String.join(" ", changes));
    }
    return text.toString();
  }

  private static List<Change> changes(EncodedSlice slice) {
    try {
      byte[] all = slice.changes().read(0, (int) slice.changes().size());
      return new RecordDecoder().changes(slice.tables(), all);
    } catch (RecordFormatException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String text(Change change) {
    if (change instanceof Change.Insert insert) {
      return "+" + row(insert.after().values());
    } else if (change instanceof Change.Update update) {
      return "~" + row(update.before().values()) + ">" + row(update.after().values());
    }
    return "-" + row(((Change.Delete) change).before().values());
  }

  private static String row(List<Object> values) {
    return values.get(0) + "," + values.get(1);
  }
}
