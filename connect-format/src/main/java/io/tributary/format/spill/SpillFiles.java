package io.tributary.format.spill;

import java.io.IOException;

/** Makes files for buffers that do not fit into memory. */
@FunctionalInterface
interface SpillFiles {
  SpillFile create() throws IOException;
}
