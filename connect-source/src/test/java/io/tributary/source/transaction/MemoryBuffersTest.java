package io.tributary.source.transaction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MemoryBuffersTest {
  @Test
  void countsTheBytesOfAllBuffers() throws IOException {
    MemoryBuffers buffers = new MemoryBuffers(1_000);
    ChangeBuffer first = buffers.open();
    ChangeBuffer second = buffers.open();
    first.write(new byte[600]);
    second.write(new byte[] {1, 2, 3, 4}, 1, 2);
    second.write(9);
    assertEquals(603, buffers.heldBytes());
    assertArrayEquals(new byte[] {2, 3, 9}, second.toByteArray());
    first.truncate(300);
    assertEquals(303, buffers.heldBytes());
    assertThrows(IndexOutOfBoundsException.class, () -> first.truncate(301));
    first.close();
    first.close();
    assertEquals(3, buffers.heldBytes());
  }

  @Test
  void theBoundHoldsForAllTogetherAndIsNamed() throws IOException {
    MemoryBuffers buffers = new MemoryBuffers(1_000);
    ChangeBuffer first = buffers.open();
    ChangeBuffer second = buffers.open();
    first.write(new byte[900]);
    IOException thrown = assertThrows(IOException.class, () -> second.write(new byte[101]));
    assertTrue(thrown.getMessage().contains("buffer.max.bytes"), thrown.getMessage());
    second.write(new byte[100]);
    assertEquals(1_000, buffers.heldBytes());
  }

  @Test
  void aTransactionBeyondTheBoundStops() {
    BinlogScript script = new BinlogScript().gtid(1).begin();
    for (int i = 0; i < 3_000; i++) {
      script.insert(i + "," + "text".repeat(100));
    }
    TransactionException thrown =
        assertThrows(TransactionException.class, () -> Reading.fresh().read(script));
    assertTrue(thrown.getMessage().contains("buffer.max.bytes"), thrown.getMessage());
  }
}
