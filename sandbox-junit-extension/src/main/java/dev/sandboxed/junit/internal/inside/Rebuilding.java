package dev.sandboxed.junit.internal.inside;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.junit.FailedInsideException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Makes exceptions that look like those of a test inside, from text alone. */
final class Rebuilding {

    private static final int DEEPEST = 50;

    private final SecretMask mask;

    Rebuilding(SecretMask mask) {
        this.mask = mask;
    }

    Throwable rebuild(JsonNode failure) {
        return rebuild(failure, 0);
    }

    private Throwable rebuild(JsonNode failure, int depth) {
        JsonNode cause = failure.path("cause");
        Throwable rebuilt = alone(failure, depth < DEEPEST && cause.isObject() ? rebuild(cause, depth + 1) : null);
        if (depth < DEEPEST) {
            failure.path("suppressed").forEach(each -> rebuilt.addSuppressed(rebuild(each, depth + 1)));
        }
        rebuilt.setStackTrace(trace(failure.path("trace")));
        return rebuilt;
    }

    private Throwable alone(JsonNode failure, @Nullable Throwable cause) {
        String message = text(failure.path("message"));
        return switch (failure.path("kind").asText()) {
            case "aborted" -> new TestAbortedException(message, cause);
            case "assertion" ->
                failure.has("expected")
                        ? new AssertionFailedError(
                                message, text(failure.path("expected")), text(failure.path("actual")), cause)
                        : new AssertionFailedError(message, cause);
            default -> new FailedInsideException(mask.apply(failure.path("type").asText("unknown")), message, cause);
        };
    }

    private @Nullable String text(JsonNode node) {
        return node.isTextual() ? mask.apply(node.asText()) : null;
    }

    private StackTraceElement[] trace(JsonNode frames) {
        List<StackTraceElement> trace = new ArrayList<>();
        frames.forEach(frame -> trace.add(new StackTraceElement(
                text(frame.path("loader")),
                text(frame.path("module")),
                null,
                mask.apply(frame.path("class").asText("unknown")),
                mask.apply(frame.path("method").asText("unknown")),
                text(frame.path("file")),
                frame.path("line").asInt(-1))));
        return trace.toArray(StackTraceElement[]::new);
    }
}
