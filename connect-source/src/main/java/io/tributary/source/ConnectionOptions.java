package io.tributary.source;

import io.tributary.source.preflight.DatabaseSettings;
import io.tributary.source.preflight.SslSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.types.Password;

/**
 * How the server is reached.
 *
 * @param database address, account and encryption
 * @param serverId id among the server's replicas
 */
record ConnectionOptions(DatabaseSettings database, long serverId) {
  static final String HOSTNAME = "database.hostname";
  static final String PORT = "database.port";
  static final String USER = "database.user";
  static final String PASSWORD = "database.password";
  static final String SERVER_ID = "database.server.id";
  static final String SSL_MODE = "database.ssl.mode";
  static final String TRUSTSTORE = "database.ssl.truststore";
  static final String TRUSTSTORE_PASSWORD = "database.ssl.truststore.password";
  static final String KEYSTORE = "database.ssl.keystore";
  static final String KEYSTORE_PASSWORD = "database.ssl.keystore.password";

  private static final long MAX_SERVER_ID = (1L << 32) - 1;

  static void define(ConfigDef definition) {
    OptionGroup group = new OptionGroup(definition, "Connection");
    group
        .option(HOSTNAME, Type.STRING, "Host")
        .checked(OptionChecks.notBlank())
        .importance(Importance.HIGH)
        .example("mysql-1.example.com")
        .documented("Name or address of the MySQL server.")
        .option(PORT, Type.INT, "Port")
        .byDefault(3306)
        .checked(Range.between(1, 65535))
        .importance(Importance.HIGH)
        .width(Width.SHORT)
        .example("3306")
        .documented("TCP port of the MySQL server.")
        .option(USER, Type.STRING, "User")
        .checked(OptionChecks.notBlank())
        .importance(Importance.HIGH)
        .example("tributary")
        .documented("User with REPLICATION SLAVE, REPLICATION CLIENT, SELECT and XA_RECOVER_ADMIN.")
        .option(PASSWORD, Type.PASSWORD, "Password")
        .byDefault("")
        .importance(Importance.HIGH)
        .example("${file:/etc/kafka/secrets.properties:orders-1}")
        .documented(
            "Password of the user. Read again at every reconnect, so that a config provider can"
                + " rotate it.")
        .option(SERVER_ID, Type.LONG, "Server id")
        .checked(Range.between(1, MAX_SERVER_ID))
        .importance(Importance.HIGH)
        .width(Width.SHORT)
        .example("7301")
        .documented(
            "Id that the connector takes among the server's replicas, 1 to 4294967295. It must be"
                + " unique: two readers with one id throw each other out. There is no default.");
    defineSsl(group);
  }

  private static void defineSsl(OptionGroup group) {
    group
        .option(SSL_MODE, Type.STRING, "TLS mode")
        .byDefault("verify_identity")
        .checked(
            ValidString.in("disabled", "preferred", "required", "verify_ca", "verify_identity"))
        .width(Width.SHORT)
        .example("verify_identity")
        .documented(
            "verify_identity (TLS with a certificate from a trusted authority, made for this"
                + " host); verify_ca (from a trusted authority); required (TLS, any certificate);"
                + " preferred (TLS where the server can, any certificate); disabled. MySQL's own"
                + " certificates are known to nobody: name the server's ca.pem in a truststore and"
                + " choose verify_ca, or give the server a certificate for its name.")
        .option(TRUSTSTORE, Type.STRING, "Truststore")
        .byDefault(null)
        .checked(OptionChecks.parsed(ConnectionOptions::requireFile, "a readable file"))
        .width(Width.LONG)
        .example("/etc/kafka/mysql-ca.p12")
        .documented(
            "File (JKS or PKCS12) with the trusted authorities; by default those of the JVM.")
        .option(TRUSTSTORE_PASSWORD, Type.PASSWORD, "Truststore password")
        .byDefault(null)
        .example("${file:/etc/kafka/secrets.properties:truststore}")
        .documented("Password of the truststore.")
        .option(KEYSTORE, Type.STRING, "Keystore")
        .byDefault(null)
        .checked(OptionChecks.parsed(ConnectionOptions::requireFile, "a readable file"))
        .width(Width.LONG)
        .example("/etc/kafka/tributary.p12")
        .documented("File (JKS or PKCS12) with the key that the connector shows to the server.")
        .option(KEYSTORE_PASSWORD, Type.PASSWORD, "Keystore password")
        .byDefault(null)
        .example("${file:/etc/kafka/secrets.properties:keystore}")
        .documented("Password of the keystore and of the key in it.");
  }

  private static void requireFile(String file) {
    if (!Files.isReadable(Path.of(file))) {
      throw new IllegalArgumentException(
          "the Connect worker cannot read this file; put it on every worker");
    }
  }

  static ConnectionOptions of(AbstractConfig config) {
    SslSettings ssl =
        new SslSettings(
            config.getString(SSL_MODE),
            config.getString(TRUSTSTORE),
            secret(config, TRUSTSTORE_PASSWORD),
            config.getString(KEYSTORE),
            secret(config, KEYSTORE_PASSWORD));
    return new ConnectionOptions(
        new DatabaseSettings(
            config.getString(HOSTNAME),
            config.getInt(PORT),
            config.getString(USER),
            secret(config, PASSWORD),
            ssl),
        config.getLong(SERVER_ID));
  }

  private static String secret(AbstractConfig config, String name) {
    Password password = config.getPassword(name);
    return password == null ? null : password.value();
  }
}
