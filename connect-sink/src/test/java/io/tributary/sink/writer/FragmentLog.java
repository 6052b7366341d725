package io.tributary.sink.writer;

import static io.tributary.sink.writer.Records.at;

import io.tributary.format.codec.ChangeEncoder;
import io.tributary.format.codec.DecodedRecord;
import io.tributary.format.model.Change;
import io.tributary.format.model.Row;
import io.tributary.format.model.TransactionRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A random partition of a topic: several sources that write transactions, large ones in fragments,
 * die in the midst of one, come back with another attempt and cut it differently, or repeat what
 * they have sent. The model is a list of row ids for each source.
 */
final class FragmentLog {
  private final Random random;
  private final List<Delivery> deliveries = new ArrayList<>();
  private final Map<String, List<Long>> rows = new TreeMap<>();

  /** A record that has no offset yet. */
  private interface Unplaced {
    Delivery at(long offset);
  }

  FragmentLog(Random random) {
    this.random = random;
    List<List<Unplaced>> sources = new ArrayList<>();
    for (int i = 1; i <= 1 + random.nextInt(3); i++) {
      sources.add(written("s" + i, i * 1_000_000L));
    }
    long offset = 0;
    while (!sources.isEmpty()) {
      List<Unplaced> source = sources.get(random.nextInt(sources.size()));
      deliveries.add(source.remove(0).at(offset));
      // Kafka's own marks take offsets too.
      offset += 1 + random.nextInt(2);
      sources.removeIf(List::isEmpty);
    }
  }

  List<Delivery> from(long offset) {
    return deliveries.stream().filter(delivery -> delivery.offset() >= offset).toList();
  }

  /** Offset after the last record. */
  long end() {
    return deliveries.get(deliveries.size() - 1).offset() + 1;
  }

  /** Ids of the rows of each source, in their order. */
  Map<String, List<Long>> rows() {
    return rows;
  }

  private List<Unplaced> written(String source, long firstId) {
    List<List<Long>> transactions = new ArrayList<>();
    long id = firstId;
    for (int i = 2 + random.nextInt(6); i > 0; i--) {
      List<Long> ids = new ArrayList<>();
      for (int n = random.nextInt(3) == 0 ? 10 + random.nextInt(60) : 1; n > 0; n--) {
        ids.add(++id);
      }
      transactions.add(ids);
    }
    rows.put(source, transactions.stream().flatMap(List::stream).toList());
    List<Unplaced> records = new ArrayList<>();
    long attempt = 1;
    int pieceBytes = pieceBytes();
    for (int i = 0; i < transactions.size(); ) {
      Records at = at(i * 100L, (i + 1) * 100L).of(source);
      List<Unplaced> slice = slice(at, attempt, transactions.get(i), pieceBytes);
      boolean dies = random.nextInt(4) == 0;
      records.addAll(dies ? slice.subList(0, random.nextInt(slice.size() + 1)) : slice);
      if (dies) {
        attempt++;
        pieceBytes = pieceBytes();
        i = Math.max(0, i - random.nextInt(3));
      } else {
        i++;
      }
    }
    return records;
  }

  private int pieceBytes() {
    return 20 + random.nextInt(400);
  }

  private static List<Unplaced> slice(Records at, long attempt, List<Long> ids, int pieceBytes) {
    List<Unplaced> records = new ArrayList<>();
    byte[] all = encoded(at, ids);
    if (all.length <= pieceBytes) {
      TransactionRecord whole = withRows(at.record(attempt, 0, true), ids);
      records.add(offset -> new Delivery(offset, 100, new DecodedRecord(whole, null), "original"));
      return records;
    }
    for (int from = 0; from < all.length; from += pieceBytes) {
      int to = Math.min(all.length, from + pieceBytes);
      byte[] piece = Arrays.copyOfRange(all, from, to);
      int number = records.size();
      boolean last = to == all.length;
      records.add(offset -> at.fragment(offset, attempt, number, last, piece));
    }
    return records;
  }

  /** The record with these rows inserted. */
  static TransactionRecord withRows(TransactionRecord record, List<Long> ids) {
    return new TransactionRecord(
        record.origin(),
        record.commit(),
        record.slice(),
        record.executed(),
        record.heartbeat(),
        record.tables(),
        ids.stream().<Change>map(id -> new Change.Insert(0, Row.of(id))).toList());
  }

  /** As the source encodes the rows. */
  static byte[] encoded(Records at, List<Long> ids) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ChangeEncoder encoder = new ChangeEncoder();
    try {
      for (long id : ids) {
        if (out.size() > 0) {
          out.write(',');
        }
        encoder.encode(
            new Change.Insert(0, Row.of(id)), at.record().tables().get(0).columns(), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
