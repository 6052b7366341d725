package io.tributary.source;

import io.tributary.docs.OptionsPage;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Binds docs/options.md to the options. */
class OptionsPageTest {
  @Test
  void pageSaysWhatTheOptionsSay() throws IOException {
    OptionsPage.check(
        "source",
        SourceConfig.definition(Map.of(TableOptions.ROUTES, "<name>", "row.filter.<name>", "")));
  }
}
