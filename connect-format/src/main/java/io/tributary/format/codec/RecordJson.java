package io.tributary.format.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.tributary.format.model.AffinityRule.Fold;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.ColumnType;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What writer and reader of the JSON form share: its version, its words, and the JSON factory. */
final class RecordJson {
  /** The version that this codec writes, and the only one that it reads. */
  static final int VERSION = 1;

  /** Name of the first field, whose value is the version: it marks a record as one of ours. */
  static final String MAGIC = "tributary";

  /** What a provenance column says that has no value of its own. */
  static final String COMMIT_TIME = "commitTime";

  /** Thread-safe. Strings may be as long as an array: a LONGTEXT or a base64 LONGBLOB is one. */
  static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNestingDepth(64)
                  .build())
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .rootValueSeparator((String) null)
          .build();

  static final Words<ColumnType> TYPES =
      new Words<>(ColumnType.class, type -> type.name().toLowerCase(Locale.ROOT));
  static final Words<Fold> FOLDS =
      new Words<>(Fold.class, fold -> fold.name().toLowerCase(Locale.ROOT));
  static final Words<ChangeKind> KINDS =
      new Words<>(ChangeKind.class, kind -> kind.name().substring(0, 1).toLowerCase(Locale.ROOT));

  private RecordJson() {}

  /** The words that stand for the constants of an enum. */
  static final class Words<E extends Enum<E>> {
    private final Map<E, String> words;
    private final Map<String, E> constants;

    Words(Class<E> type, Function<E, String> word) {
      words = new EnumMap<>(type);
      for (E constant : type.getEnumConstants()) {
        words.put(constant, word.apply(constant));
      }
      constants =
          Arrays.stream(type.getEnumConstants())
              .collect(Collectors.toUnmodifiableMap(word, e -> e));
    }

    String word(E constant) {
      return words.get(constant);
    }

    /** The constant that a word stands for, null when none. */
    E constant(String word) {
      return constants.get(word);
    }
  }
}
