package io.tributary.sink;

import io.tributary.docs.OptionsPage;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Binds docs/options.md to the options. */
class OptionsPageTest {
  @Test
  void pageSaysWhatTheOptionsSay() throws IOException {
    OptionsPage.check("sink", SinkConfig.definition());
  }
}
