package dev.sandboxed.junit.internal.inside;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.api.internal.text.HarmlessText;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.junit.FailedInsideException;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Makes exceptions that look like those of a test inside, from text alone. A few bytes of it can stand for an exception, which takes some
 * thousand here: there are only so many, and the last one says that others were left out.
 */
final class Rebuilding {

    private static final int DEEPEST = 50;
    private static final int MOST = 1_000;
    private static final int MOST_FRAMES = 1_024;

    private final SecretMask mask;
    private int count;

    Rebuilding(SecretMask mask) {
        this.mask = mask;
    }

    /** Returns what stands for a failure; empty if there were too many before. */
    Optional<Throwable> rebuild(JsonNode failure) {
        return rebuild(failure, 0);
    }

    /** Returns what stands for a test that was skipped; empty if there were too many before. */
    Optional<Throwable> skipped(String reason) {
        return bounded(() -> new TestAbortedException("Skipped inside: " + told(reason)));
    }

    private Optional<Throwable> rebuild(JsonNode failure, int depth) {
        return bounded(() -> {
            JsonNode cause = failure.path("cause");
            Optional<Throwable> below =
                    depth < DEEPEST && cause.isObject() ? rebuild(cause, depth + 1) : Optional.empty();
            Throwable rebuilt = alone(failure, below.orElse(null));
            if (depth < DEEPEST) {
                failure.path("suppressed")
                        .forEach(each -> rebuild(each, depth + 1).ifPresent(rebuilt::addSuppressed));
            }
            rebuilt.setStackTrace(trace(failure.path("trace")));
            return rebuilt;
        });
    }

    private Optional<Throwable> bounded(Supplier<Throwable> next) {
        count++;
        if (count < MOST) {
            return Optional.of(next.get());
        }
        return count == MOST ? Optional.of(othersLeftOut()) : Optional.empty();
    }

    private static Throwable othersLeftOut() {
        Throwable last = new FailedInsideException(
                "left out", "more than " + (MOST - 1) + " exceptions were told inside; the others are not shown", null);
        last.setStackTrace(new StackTraceElement[0]);
        return last;
    }

    private Throwable alone(JsonNode failure, @Nullable Throwable cause) {
        String message = toldIn(failure, "message");
        return switch (failure.path("kind").asText()) {
            case "aborted" -> new TestAbortedException(message, cause);
            case "assertion" ->
                failure.has("expected")
                        ? new AssertionFailedError(
                                message, textIn(failure, "expected"), textIn(failure, "actual"), cause)
                        : new AssertionFailedError(message, cause);
            default -> new FailedInsideException(told(failure.path("type").asText("unknown")), message, cause);
        };
    }

    private String told(String text) {
        return HarmlessText.of(mask.apply(text));
    }

    private @Nullable String toldIn(JsonNode node, String field) {
        String text = textIn(node, field);
        return text == null ? null : HarmlessText.of(text);
    }

    /** Returns a text as it is, for values that are compared. */
    private @Nullable String textIn(JsonNode node, String field) {
        JsonNode text = node.path(field);
        return text.isTextual() ? mask.apply(text.asText()) : null;
    }

    private StackTraceElement[] trace(JsonNode frames) {
        return StreamSupport.stream(frames.spliterator(), false)
                .limit(MOST_FRAMES)
                .map(this::frame)
                .toArray(StackTraceElement[]::new);
    }

    private StackTraceElement frame(JsonNode frame) {
        return new StackTraceElement(
                toldIn(frame, "loader"),
                toldIn(frame, "module"),
                null,
                told(frame.path("class").asText("unknown")),
                told(frame.path("method").asText("unknown")),
                toldIn(frame, "file"),
                frame.path("line").asInt(-1));
    }
}
