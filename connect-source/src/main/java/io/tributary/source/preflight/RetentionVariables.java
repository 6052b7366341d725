package io.tributary.source.preflight;

import java.math.BigDecimal;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * After how long a server removes binlog files. The seconds, known from MySQL 8.0 and MariaDB 10.6
 * on, win over the days where both are set; 0 is never, and so is MySQL's {@code
 * binlog_expire_logs_auto_purge=OFF} (manuals, "Binary Logging Options and Variables").
 */
final class RetentionVariables {
  static final String QUERY =
      "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('binlog_expire_logs_seconds',"
          + " 'expire_logs_days', 'binlog_expire_logs_auto_purge')";

  private RetentionVariables() {}

  static OptionalLong seconds(Map<String, String> variables) {
    if ("OFF".equalsIgnoreCase(variables.get("binlog_expire_logs_auto_purge"))) {
      return OptionalLong.empty();
    }
    BigDecimal seconds = number(variables.get("binlog_expire_logs_seconds"));
    if (seconds.signum() == 0) {
      // MariaDB's days have a fraction.
      seconds =
          number(variables.get("expire_logs_days"))
              .multiply(BigDecimal.valueOf(TimeUnit.DAYS.toSeconds(1)));
    }
    return seconds.signum() == 0 ? OptionalLong.empty() : OptionalLong.of(seconds.longValue());
  }

  private static BigDecimal number(String value) {
    return value == null || value.isEmpty() ? BigDecimal.ZERO : new BigDecimal(value);
  }
}
