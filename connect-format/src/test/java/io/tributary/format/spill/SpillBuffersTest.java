package io.tributary.format.spill;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpillBuffersTest {
  @TempDir private Path folder;

  /** A buffer and what must be in it. */
  private record Pair(SpillBuffer buffer, ByteArrayOutputStream model) {}

  @ParameterizedTest
  @ValueSource(longs = {0, 100, 1_000, 20_000, 1_000_000})
  void hazard14_buffersHoldWhatWasWrittenWhateverTheBound(long maxBytes) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String when = "seed " + seed + "L, bound " + maxBytes;
    SpillBuffers buffers = new SpillBuffers(maxBytes, SpillDirectory.of(folder.toString()));
    List<Pair> pairs = new ArrayList<>();
    for (int step = 0; step < 1_500; step++) {
      int action = random.nextInt(20);
      if (pairs.isEmpty() || action == 0) {
        pairs.add(new Pair(buffers.open(), new ByteArrayOutputStream()));
      } else {
        int index = random.nextInt(pairs.size());
        pairs.set(index, change(pairs.get(index), action, random));
        check(pairs.get(index), random, when);
        if (action == 1) {
          pairs.get(index).buffer.close();
          pairs.remove(index);
        }
      }
      long chunks = 16L * pairs.size() + Math.max(256, maxBytes / 8);
      assertTrue(buffers.heldBytes() <= maxBytes + chunks, when + ": " + buffers.heldBytes());
    }
    assertTrue(maxBytes > 20_000 || buffers.spilledBytes() > 0, when);
    for (Pair pair : pairs) {
      pair.buffer.close();
    }
    assertEquals(0, buffers.heldBytes(), when);
    assertEquals(0, buffers.openCount(), when);
  }

  private static Pair change(Pair pair, int action, Random random) throws IOException {
    if (action == 2) {
      byte[] all = pair.model.toByteArray();
      int keep = random.nextInt(all.length + 1);
      pair.buffer.truncate(keep);
      ByteArrayOutputStream kept = new ByteArrayOutputStream();
      kept.write(all, 0, keep);
      return new Pair(pair.buffer, kept);
    } else if (action == 3) {
      pair.buffer.write(7);
      pair.model.write(7);
    } else {
      byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 5_000 : 100)];
      random.nextBytes(bytes);
      pair.buffer.write(bytes);
      pair.model.write(bytes);
    }
    return pair;
  }

  private static void check(Pair pair, Random random, String when) throws IOException {
    byte[] all = pair.model.toByteArray();
    assertEquals(all.length, pair.buffer.size(), when);
    int from = random.nextInt(all.length + 1);
    int length = random.nextInt(all.length - from + 1);
    assertArrayEquals(
        Arrays.copyOfRange(all, from, from + length), pair.buffer.read(from, length), when);
    assertArrayEquals(
        Arrays.copyOfRange(all, from, all.length), pair.buffer.stream(from).readAllBytes(), when);
  }

  @Test
  void hazard14_theLargestMakesRoomForTheOthers() throws IOException {
    SpillBuffers buffers = new SpillBuffers(10_000, SpillDirectory.of(folder.toString()));
    SpillBuffer large = buffers.open();
    large.write(new byte[9_000]);
    SpillBuffer small = buffers.open();
    small.write(new byte[2_000]);
    assertTrue(small.heldBytes() >= 2_000, "it stays in memory");
    assertTrue(large.heldBytes() < 2_000, "it went to its file");
    assertEquals(9_000, large.size());
  }

  @Test
  void hazard14_filesHaveNoNameSoThatNothingIsLeftBehind() throws IOException {
    try (SpillBuffers buffers = new SpillBuffers(0, SpillDirectory.of(folder.toString()))) {
      SpillBuffer buffer = buffers.open();
      buffer.write(new byte[100_000]);
      assertTrue(buffers.spilledBytes() > 90_000);
      try (Stream<Path> left = Files.list(folder)) {
        assertEquals(List.of(), left.toList());
      }
      assertArrayEquals(new byte[100_000], buffer.read(0, 100_000));
    }
  }

  @Test
  void closingAllClosesTheFilesToo() throws IOException {
    SpillBuffers buffers = new SpillBuffers(0, SpillDirectory.of(folder.toString()));
    SpillBuffer buffer = buffers.open();
    buffer.write(new byte[1_000]);
    buffers.close();
    IOException thrown = assertThrows(IOException.class, () -> buffer.read(0, 500));
    assertTrue(thrown.getMessage().contains("ClosedChannelException"), thrown.getMessage());
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    IOException thrown =
        assertThrows(IOException.class, () -> SpillDirectory.of(file.resolve("x").toString()));
    assertTrue(thrown.getMessage().startsWith("spill.directory " + file), thrown.getMessage());
  }

  @Test
  void aDiskThatIsFullIsSaid() throws IOException {
    Path gone = folder.resolve("gone");
    SpillBuffers buffers = new SpillBuffers(0, SpillDirectory.of(gone.toString()));
    Files.delete(gone);
    SpillBuffer buffer = buffers.open();
    IOException thrown = assertThrows(IOException.class, () -> buffer.write(new byte[1_000]));
    assertTrue(thrown.getMessage().contains("spill.directory"), thrown.getMessage());
  }
}
