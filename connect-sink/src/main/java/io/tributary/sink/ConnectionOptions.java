package io.tributary.sink;

import io.tributary.sink.tidb.SessionVariable;
import io.tributary.sink.tidb.TargetConnector;
import io.tributary.sink.tidb.TargetSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.types.Password;

/** Options that say how the target is reached. */
final class ConnectionOptions {
  static final String URL = "connection.url";
  static final String USER = "connection.user";
  static final String PASSWORD = "connection.password";
  static final String SESSION_VARIABLES = "connection.session.variables";
  static final String SSL_MODE = "connection.ssl.mode";
  static final String TRUSTSTORE = "connection.ssl.truststore";
  static final String TRUSTSTORE_PASSWORD = "connection.ssl.truststore.password";
  static final String KEYSTORE = "connection.ssl.keystore";
  static final String KEYSTORE_PASSWORD = "connection.ssl.keystore.password";

  private ConnectionOptions() {}

  static void define(ConfigDef definition) {
    OptionGroup group = new OptionGroup(definition, "Connection");
    defineAccount(group);
    defineEncryption(group);
  }

  private static void defineAccount(OptionGroup group) {
    group
        .option(URL, Type.STRING, "JDBC URL")
        .checked(OptionChecks.checked(TargetConnector::wrongUrl, "jdbc:mysql://host:port/"))
        .importance(Importance.HIGH)
        .width(Width.LONG)
        .example("jdbc:mysql://tidb.example.com:4000/")
        .documented(
            "JDBC URL of the target, jdbc:mysql://host:port/, with parameters of Connector/J where"
                + " wanted. Several hosts are tried in turn. A host that does not answer within"
                + " 10 s counts as not reachable.")
        .option(USER, Type.STRING, "User")
        .checked(OptionChecks.notBlank())
        .importance(Importance.HIGH)
        .example("tributary")
        .documented(
            "User with SELECT, INSERT, UPDATE and DELETE on the target tables, and these and CREATE"
                + " on metadata.database.")
        .option(PASSWORD, Type.PASSWORD, "Password")
        .byDefault("")
        .importance(Importance.HIGH)
        .example("${file:/etc/kafka/secrets.properties:tidb}")
        .documented("Password of the user.")
        .option(SESSION_VARIABLES, Type.STRING, "Session variables")
        .byDefault("")
        .checked(
            OptionChecks.checked(
                text -> {
                  SessionVariable.parse(text);
                  return null;
                },
                "name=value,name=value"))
        .importance(Importance.LOW)
        .width(Width.LONG)
        .example("tidb_txn_entry_size_limit=125829120")
        .documented(
            "Session variables to set on every connection, name=value pairs separated by commas,"
                + " for instance tidb_txn_entry_size_limit=125829120. What exactness rests on"
                + " (sql_mode, time_zone, isolation and the like) the connector sets itself.");
  }

  private static void defineEncryption(OptionGroup group) {
    group
        .option(SSL_MODE, Type.STRING, "Encryption")
        .byDefault("preferred")
        .checked(
            ValidString.in("disabled", "preferred", "required", "verify_ca", "verify_identity"))
        .width(Width.SHORT)
        .example("verify_identity")
        .documented(
            "disabled; preferred: encrypted where the server can; required: always; verify_ca: and"
                + " the server's certificate is checked; verify_identity: and its host name.")
        .option(TRUSTSTORE, Type.STRING, "Truststore")
        .byDefault(null)
        .checked(readable())
        .importance(Importance.LOW)
        .example("/etc/kafka/tidb-ca.p12")
        .documented("File (JKS or PKCS12) with the certificates to trust; default: the JVM's.")
        .option(TRUSTSTORE_PASSWORD, Type.PASSWORD, "Truststore password")
        .byDefault(null)
        .importance(Importance.LOW)
        .example("${file:/etc/kafka/secrets.properties:truststore}")
        .documented("Password of the truststore.")
        .option(KEYSTORE, Type.STRING, "Keystore")
        .byDefault(null)
        .checked(readable())
        .importance(Importance.LOW)
        .example("/etc/kafka/tributary.p12")
        .documented("File (JKS or PKCS12) with the client's certificate; default: none.")
        .option(KEYSTORE_PASSWORD, Type.PASSWORD, "Keystore password")
        .byDefault(null)
        .importance(Importance.LOW)
        .example("${file:/etc/kafka/secrets.properties:keystore}")
        .documented("Password of the keystore.");
  }

  private static ConfigDef.Validator readable() {
    return OptionChecks.checked(
        path ->
            Files.isReadable(Path.of(path))
                ? null
                : "is not a file that this worker can read; every worker needs it",
        "a readable file");
  }

  static TargetSettings of(AbstractConfig config) {
    return new TargetSettings(
        config.getString(URL),
        config.getString(USER),
        config.getPassword(PASSWORD).value(),
        new TargetSettings.Ssl(
            config.getString(SSL_MODE),
            config.getString(TRUSTSTORE),
            value(config.getPassword(TRUSTSTORE_PASSWORD)),
            config.getString(KEYSTORE),
            value(config.getPassword(KEYSTORE_PASSWORD))),
        SessionVariable.parse(config.getString(SESSION_VARIABLES)));
  }

  private static String value(Password password) {
    return password == null ? null : password.value();
  }
}
