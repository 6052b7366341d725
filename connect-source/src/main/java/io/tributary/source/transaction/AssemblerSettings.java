package io.tributary.source.transaction;

import io.tributary.format.model.XaId;
import java.util.Set;

/**
 * What an assembler is told once.
 *
 * @param source the {@code source.name}, for messages
 * @param abandoned XA branches whose changes the operator gave up: their commit passes without
 *     changes when their prepare was not seen (hazard 34)
 */
public record AssemblerSettings(String source, Set<XaId> abandoned) {
  public AssemblerSettings {
    abandoned = Set.copyOf(abandoned);
  }
}
