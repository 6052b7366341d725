package io.tributary.source;

import io.tributary.docs.MetricsPage;
import io.tributary.source.reader.ReaderMetrics;
import java.io.IOException;
import java.time.Clock;
import org.junit.jupiter.api.Test;

/** Binds docs/metrics.md to what the source shows. */
class MetricsPageTest {
  @Test
  void pageNamesWhatTheTaskShows() throws IOException {
    MetricsPage.check("source task", new ReaderMetrics(Clock.systemUTC()).metrics());
  }
}
