package dev.sandboxed.junit.internal.guest;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.IncompleteExecutionException;
import org.opentest4j.ValueWrapper;

/** Writes a failure with its stack trace, its causes and what it suppressed. */
final class FailureWriter {

    /** No message may crowd out the result: what is longer is cut. */
    private static final int LONGEST_TEXT = 100_000;

    private static final int MOST_FRAMES = 1_024;

    private final JsonGenerator json;
    private final Set<Throwable> written = Collections.newSetFromMap(new IdentityHashMap<>());

    FailureWriter(JsonGenerator json) {
        this.json = json;
    }

    void write(Throwable failure) throws IOException {
        written.add(failure);
        json.writeStartObject();
        json.writeStringField("type", failure.getClass().getName());
        json.writeStringField("kind", kind(failure));
        text("message", message(failure));
        if (failure instanceof AssertionFailedError assertion && assertion.isExpectedDefined()) {
            text("expected", shown(assertion.getExpected()));
            text("actual", shown(assertion.getActual()));
        }
        trace(failure.getStackTrace());
        Throwable cause = failure.getCause();
        if (cause != null && !written.contains(cause)) {
            json.writeFieldName("cause");
            write(cause);
        }
        json.writeArrayFieldStart("suppressed");
        for (Throwable suppressed : failure.getSuppressed()) {
            if (!written.contains(suppressed)) {
                write(suppressed);
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static String kind(Throwable failure) {
        if (failure instanceof IncompleteExecutionException) {
            return "aborted";
        }
        return failure instanceof AssertionError ? "assertion" : "other";
    }

    /** A message may be computed, by code that fails itself. */
    private static @Nullable String message(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (RuntimeException e) {
            return "(its message cannot be had: " + e.getClass().getName() + ")";
        }
    }

    private static @Nullable String shown(@Nullable ValueWrapper value) {
        return value == null ? null : value.getStringRepresentation();
    }

    private void text(String field, @Nullable String text) throws IOException {
        json.writeStringField(
                field,
                text == null || text.length() <= LONGEST_TEXT
                        ? text
                        : text.substring(0, LONGEST_TEXT) + "… (" + text.length() + " characters in all)");
    }

    /** Of the loader and the module only what a JVM prints: it leaves out those that are always the same. */
    private void trace(StackTraceElement[] frames) throws IOException {
        json.writeArrayFieldStart("trace");
        for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
            String loader = frames[i].getClassLoaderName();
            json.writeStartObject();
            json.writeStringField("loader", "app".equals(loader) || "platform".equals(loader) ? null : loader);
            json.writeStringField("module", frames[i].getModuleName());
            json.writeStringField("class", frames[i].getClassName());
            json.writeStringField("method", frames[i].getMethodName());
            json.writeStringField("file", frames[i].getFileName());
            json.writeNumberField("line", frames[i].getLineNumber());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
