package io.tributary.source.binlog;

import com.github.shyiko.mysql.binlog.network.AuthenticationException;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.tributary.source.binlog.BinlogException.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;

/**
 * Says what a failure means and what to do about it. Server error numbers are those of MySQL's
 * {@code share/messages_to_clients.txt}. Pure.
 */
final class Failures {
  private static final int BINLOG_READ = 1236;

  private final BinlogSettings settings;

  Failures(BinlogSettings settings) {
    this.settings = settings;
  }

  /** No connection came about. */
  BinlogException connecting(IOException cause) {
    if (cause instanceof ServerException refused) {
      return server(refused.getErrorCode(), refused.getMessage(), "", cause);
    }
    if (cause instanceof GuardedSocket.PasswordExposedException) {
      return of(
          Kind.AUTHENTICATION,
          cause.getMessage()
              + ": use database.ssl.mode=verify_ca or another plugin for the user "
              + settings.user(),
          cause);
    }
    if (cause instanceof ServerConnection.WrongStartException) {
      return of(Kind.REFUSED, cause.getMessage() + ": correct the start position", cause);
    }
    return noConnection(cause);
  }

  private BinlogException noConnection(IOException cause) {
    if (caused(cause, CertificateException.class)) {
      return of(
          Kind.AUTHENTICATION,
          "the server's certificate is not accepted ("
              + innermost(cause).getMessage()
              + "): check database.ssl.truststore, and with verify_identity that the certificate"
              + " names "
              + settings.host(),
          cause);
    }
    if (caused(cause, SSLException.class) || String.valueOf(cause.getMessage()).contains("SSL")) {
      return of(
          Kind.REFUSED,
          "TLS did not come about ("
              + innermost(cause).getMessage()
              + "): check database.ssl.mode against the server's TLS settings",
          cause);
    }
    if (caused(cause, UnknownHostException.class)) {
      return of(Kind.UNREACHABLE, "the host's name is not known: check database.hostname", cause);
    }
    return of(
        Kind.UNREACHABLE,
        "no connection within "
            + settings.timing().connectTimeoutMs()
            + " ms ("
            + innermost(cause)
            + "): check that the server runs and that host, port and firewall are right",
        cause);
  }

  /** Bytes that cannot be taken for what they should be. */
  BinlogException corrupt(String place, Throwable cause) {
    return of(
        Kind.CORRUPT,
        "the event after "
            + place
            + " cannot be read: "
            + cause.getMessage()
            + ". Nothing of it was applied. Check the file with mysqlbinlog"
            + " --verify-binlog-checksum on the server, and the network",
        cause);
  }

  /** The stream ended or failed while it was read. */
  BinlogException reading(String place, IOException cause) {
    if (cause instanceof StreamCorruptedException || cause instanceof ZipException) {
      return corrupt(place, cause);
    }
    if (cause instanceof SocketTimeoutException) {
      return of(
          Kind.BROKEN,
          "nothing came for "
              + settings.timing().silenceTimeoutMs()
              + " ms after "
              + place
              + ", not even a heartbeat: the connection is half open or the server hangs",
          cause);
    }
    if (cause instanceof EOFException) {
      return ended(place, cause);
    }
    return of(
        Kind.BROKEN, "the connection broke after " + place + " (" + innermost(cause) + ")", cause);
  }

  /** The server ended the stream without saying why. */
  BinlogException ended(String place, Throwable cause) {
    return of(
        Kind.BROKEN,
        "the server ended the stream after "
            + place
            + " without an error. It was stopped, somebody killed the connection, or another"
            + " replica or connector connected with the server id "
            + settings.serverId()
            + ", for which MySQL drops the older one silently: if this repeats, give each its own"
            + " database.server.id",
        cause);
  }

  /** The connection was closed from this side. */
  BinlogException closed() {
    return of(Kind.BROKEN, "the connection was closed by this connector", null);
  }

  /** The server refuses or ends the stream with an error. */
  BinlogException server(int code, String message, String place, Throwable cause) {
    String said =
        "the server says"
            + (place.isEmpty() ? "" : " after " + place)
            + ": "
            + message
            + " ("
            + code
            + ")";
    return switch (code) {
      case BINLOG_READ -> binlogRead(said, message.toLowerCase(Locale.ROOT), cause);
      case 1044, 1045, 1129, 1130, 1524, 1698, 1820, 1862, 3118, 3159 ->
          of(
              Kind.AUTHENTICATION,
              said + ". Check database.user, database.password and the account's host",
              cause);
      case 1227 ->
          of(Kind.REFUSED, said + ". Grant REPLICATION SLAVE to " + settings.user(), cause);
      case 1040, 1203, 1226 ->
          of(Kind.UNREACHABLE, said + ". Wait for a free connection, or raise the limit", cause);
      case 1053, 1079, 1158, 1159, 1160, 1161, 1317, 1927, 3169 -> of(Kind.BROKEN, said, cause);
      case 1872, 13117, 1594 -> of(Kind.SERVER_ID_CLASH, said + clash(), cause);
      default -> {
        if (cause instanceof AuthenticationException) {
          yield of(
              Kind.AUTHENTICATION,
              said + ". The account must use caching_sha2_password or mysql_native_password",
              cause);
        }
        yield of(Kind.REFUSED, said, cause);
      }
    };
  }

  /** One number for all that can go wrong with a dump; only the text tells them apart. */
  private BinlogException binlogRead(String said, String text, Throwable cause) {
    if (text.contains("same server_uuid") || text.contains("server_id as this")) {
      return of(Kind.SERVER_ID_CLASH, said + clash(), cause);
    }
    if (text.contains("more gtids than")) {
      return of(
          Kind.REFUSED,
          said
              + ". The server has lost transactions that were read, or is not the one they were"
              + " read from",
          cause);
    }
    if (text.contains("purged") || text.contains("could not find")) {
      return of(
          Kind.PURGED,
          said
              + ". Changes are lost to this connector: load the data again, or reset the"
              + " connector's offsets to what the server still has",
          cause);
    }
    if (text.contains("> file size") || text.contains("impossible position")) {
      return of(
          Kind.PURGED,
          said
              + ". The file is shorter than what was read from it: the binlog was reset, or the"
              + " server crashed and lost its end (sync_binlog)",
          cause);
    }
    if (text.contains("crc") || text.contains("bogus") || text.contains("truncated")) {
      return of(Kind.CORRUPT, said + ". Check the file with mysqlbinlog on the server", cause);
    }
    return of(Kind.REFUSED, said, cause);
  }

  private String clash() {
    return ". Another replica or connector has the server id "
        + settings.serverId()
        + ": give each its own database.server.id";
  }

  private BinlogException of(Kind kind, String message, Throwable cause) {
    return new BinlogException(kind, settings.address() + ": " + message, cause);
  }

  private static boolean caused(Throwable failure, Class<? extends Throwable> type) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return true;
      }
    }
    return false;
  }

  private static Throwable innermost(Throwable failure) {
    Throwable at = failure;
    while (at.getCause() != null) {
      at = at.getCause();
    }
    return at;
  }
}
