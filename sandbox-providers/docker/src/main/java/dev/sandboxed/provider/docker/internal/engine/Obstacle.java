package dev.sandboxed.provider.docker.internal.engine;

import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Why an engine cannot be used: each takes another remedy. The most specific comes first. */
public enum Obstacle {
    /** It answers and is too old for us. */
    TOO_OLD,
    /** It answers and no longer speaks what we speak. */
    TOO_NEW,
    /** It runs Windows containers. */
    WINDOWS,
    /** The socket is there, and this user may not use it. */
    FORBIDDEN,
    /** The certificates are missing or do not fit. */
    TLS,
    /** The connection was taken, and nothing came back in time. */
    SILENT,
    /** Something answers that is no engine. */
    NO_ENGINE,
    /** The socket is there, and nobody listens; or the port is closed. */
    REFUSED,
    /** The address is of a kind that is not supported, or malformed. */
    UNSUPPORTED,
    /** There is nothing at that place. */
    MISSING;

    /** Classify what went wrong while connecting or asking. */
    static Obstacle of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException) {
                return TLS;
            }
            if (cause instanceof TimeoutException) {
                return SILENT;
            }
            if (cause instanceof AccessDeniedException) {
                return FORBIDDEN;
            }
            if (cause instanceof NoSuchFileException
                    || cause instanceof FileNotFoundException
                    || cause instanceof UnknownHostException) {
                return MISSING;
            }
            if (cause instanceof SocketException) {
                return ofSocket(cause);
            }
        }
        return NO_ENGINE;
    }

    /** The JDK tells these apart in the text only. */
    private static Obstacle ofSocket(Throwable failure) {
        String text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
        if (text.contains("permission denied")) {
            return FORBIDDEN;
        }
        if (text.contains("no such file")) {
            return MISSING;
        }
        return failure instanceof ConnectException || text.contains("refused") ? REFUSED : NO_ENGINE;
    }
}
