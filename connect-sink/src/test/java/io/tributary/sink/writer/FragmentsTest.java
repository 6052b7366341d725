package io.tributary.sink.writer;

import static io.tributary.sink.writer.Records.at;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.format.codec.ChangeEncoder;
import io.tributary.format.codec.RecordFormatException;
import io.tributary.format.model.Change;
import io.tributary.format.model.Row;
import io.tributary.format.spill.SpillBuffers;
import io.tributary.format.spill.SpillDirectory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FragmentsTest {
  private static final long NONE = 99;

  private static final long WHOLE_BYTES = 1_000;

  private final SpillBuffers buffers = spilling();
  private final Fragments fragments = new Fragments(buffers, WHOLE_BYTES);
  private final Records record = at(0, 100);
  private final byte[] changes = inserts(record, 7, 8, 9);

  private static SpillBuffers spilling() {
    try {
      return new SpillBuffers(0, SpillDirectory.of(""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whatever became of the fragments, memory and files were given back. */
  @AfterEach
  void nothingIsHeld() {
    assertEquals(fragments.firstOpenOffset(NONE) == NONE ? 0 : 1, buffers.openCount());
  }

  private Whole give(long offset, long attempt, int number, boolean last)
      throws RecordFormatException, IOException {
    int third = changes.length / 3;
    byte[] piece =
        Arrays.copyOfRange(changes, number * third, last ? changes.length : (number + 1) * third);
    return fragments.accept(record.fragment(offset, attempt, number, last, piece));
  }

  private static void assertWhole(Whole whole, long offset) {
    assertNotNull(whole);
    assertEquals(offset, whole.record().offset());
    assertEquals(
        3,
        whole.record().record().changes().stream().filter(Change.Insert.class::isInstance).count());
    assertEquals(Row.of(9L), ((Change.Insert) whole.record().record().changes().get(2)).after());
  }

  @Test
  void hazard16_joinedWhenTheLastHasCome() throws RecordFormatException, IOException {
    assertNull(give(10, 1, 0, false));
    assertEquals(10, fragments.firstOpenOffset(NONE));
    assertNull(give(11, 1, 1, false));
    assertWhole(give(12, 1, 2, true), 12);
    assertEquals(NONE, fragments.firstOpenOffset(NONE));
  }

  @Test
  void hazard16_otherSourcesLieBetween() throws RecordFormatException, IOException {
    give(10, 1, 0, false);
    assertNotNull(fragments.accept(at(0, 50).of("other").delivered(11)));
    assertEquals(10, fragments.firstOpenOffset(NONE));
    give(12, 1, 1, false);
    assertWhole(give(13, 1, 2, true), 13);
  }

  @Test
  void hazard16_doubledNumbersAreIgnored() throws RecordFormatException, IOException {
    give(10, 1, 0, false);
    give(11, 1, 1, false);
    assertNull(give(12, 1, 1, false));
    assertWhole(give(13, 1, 2, true), 13);
    assertNull(give(14, 1, 2, true), "the last one doubled");
  }

  @Test
  void hazard16_aNewAttemptForgetsTheOld() throws RecordFormatException, IOException {
    give(10, 1, 0, false);
    give(11, 1, 1, false);
    give(20, 2, 0, false);
    assertEquals(20, fragments.firstOpenOffset(NONE));
    assertNull(give(21, 1, 2, true), "of the old attempt");
    give(22, 2, 1, false);
    assertWhole(give(23, 2, 2, true), 23);
  }

  @Test
  void hazard16_anOldAttemptDoesNotReplaceTheNew() throws RecordFormatException, IOException {
    give(10, 2, 0, false);
    give(11, 1, 0, false);
    assertEquals(10, fragments.firstOpenOffset(NONE));
  }

  @Test
  void hazard16_theFirstFragmentAgainStartsAnew() throws RecordFormatException, IOException {
    give(10, 1, 0, false);
    give(11, 1, 1, false);
    give(12, 1, 0, false);
    assertNull(give(13, 1, 2, true), "number 1 has to come again");
    give(14, 1, 1, false);
    assertWhole(give(15, 1, 2, true), 15);
  }

  @Test
  void hazard16_aWholeRecordOfTheSourceForgetsAnOpenSlice()
      throws RecordFormatException, IOException {
    give(10, 1, 0, false);
    assertNotNull(fragments.accept(at(0, 100).heartbeat(0).delivered(11)));
    assertEquals(NONE, fragments.firstOpenOffset(NONE));
  }

  @Test
  void hazard16_aSliceTooLargeForOneTransactionIsNotDecoded() throws Exception {
    long[] ids = LongStream.range(0, 100).toArray();
    byte[] all = inserts(record, ids);
    byte[] front = Arrays.copyOf(all, 1_500);
    byte[] back = Arrays.copyOfRange(all, 1_500, all.length);
    assertNull(fragments.accept(record.fragment(20, 1, 0, false, front)));
    Whole whole = fragments.accept(record.fragment(25, 1, 1, true, back));
    assertArrayEquals(all, whole.changes().read(0, all.length));
    assertEquals(List.of(), whole.record().record().changes());
    assertEquals(List.of(), whole.originals(), "too many for the dead letter queue");
    assertEquals(20, whole.firstOffset());
    assertEquals(25, whole.record().offset());
    whole.changes().close();
  }

  @Test
  void withoutTheBeginningNothingComesOfIt() throws RecordFormatException, IOException {
    assertNull(give(10, 1, 1, false));
    assertNull(give(11, 1, 2, true));
  }

  @Test
  void piecesThatDoNotFitTogetherAreRefused() throws RecordFormatException, IOException {
    give(10, 1, 0, false);
    assertThrows(
        RecordFormatException.class,
        () -> fragments.accept(record.fragment(11, 1, 1, true, new byte[] {'x'})));
  }

  /** Encoded changes as the source writes them, joined by commas. */
  private static byte[] inserts(Records record, long... ids) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      for (long id : ids) {
        if (out.size() > 0) {
          out.write(',');
        }
        new ChangeEncoder()
            .encode(
                new Change.Insert(0, Row.of(id)), record.record().tables().get(0).columns(), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
