package io.tributary.sink.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollationOrderTest {
  @ParameterizedTest(name = "{0} into {1}, padded {2}: {3}")
  @DisplayName("a target collation must keep apart what the source's keeps apart")
  @CsvSource({
    "utf8mb4_general_ci, utf8mb4_general_ci, false, true",
    "utf8mb4_bin, utf8mb4_general_ci, false, false",
    "utf8mb4_general_ci, utf8mb4_bin, false, true",
    "utf8mb4_general_ci, utf8mb4_unicode_ci, false, false",
    "utf8mb4_unicode_ci, utf8mb4_general_ci, false, false",
    "utf8mb4_0900_ai_ci, utf8mb4_0900_bin, false, true",
    // 'ab' and 'ab ' are two keys at the source and one in the target.
    "utf8mb4_0900_ai_ci, utf8mb4_bin, false, false",
    "utf8mb4_0900_ai_ci, utf8mb4_bin, true, true",
    "utf8mb4_0900_as_cs, utf8mb4_0900_ai_ci, false, false",
    "utf8mb4_0900_ai_ci, utf8mb4_0900_as_cs, false, true",
    "utf8mb4_0900_as_ci, utf8mb4_0900_as_ci, false, true",
    "latin1_swedish_ci, utf8mb4_bin, false, true",
    "latin1_swedish_ci, utf8mb4_general_ci, false, false",
    "latin1_swedish_ci, latin1_bin, false, true",
    "utf8_general_ci, utf8mb4_general_ci, false, true",
    "utf8mb3_unicode_ci, utf8mb4_unicode_ci, false, true",
    "utf8mb4_general_ci, utf8mb3_general_ci, false, false",
    "utf8_bin, utf8mb3_bin, false, true",
    "utf8mb4_de_pb_0900_ai_ci, utf8mb4_0900_ai_ci, false, false",
    "utf8mb4_de_pb_0900_ai_ci, utf8mb4_0900_bin, false, true",
    ", utf8mb4_bin, false, false",
    ", binary, false, true",
  })
  void fineEnough(String source, String target, boolean padded, boolean expected) {
    assertEquals(expected, CollationOrder.fineEnough(source, target, padded));
  }
}
