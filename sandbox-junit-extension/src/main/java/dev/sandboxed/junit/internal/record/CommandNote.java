package dev.sandboxed.junit.internal.record;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.junit.internal.page.CommandEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A command, while it runs and afterwards. Guarded by the recording. */
final class CommandNote {

    private static final int MOST_OUTPUT = 2_000;

    private final String command;
    private final Instant began;
    private @Nullable Duration duration;
    private String ending = "has not ended";
    private boolean succeeded;
    private boolean forgotten;
    private @Nullable String out;
    private @Nullable String err;

    CommandNote(String command, Instant began) {
        this.command = command;
        this.began = began;
    }

    void ended(ExecResult result, Texts texts, Allowance allowance) {
        if (forgotten) {
            return;
        }
        duration = result.duration();
        ending = result.ending().toString();
        succeeded = result.succeeded();
        out = tail(texts.out(), allowance);
        err = tail(texts.err(), allowance);
    }

    void failed(String failure, Instant now, Allowance allowance) {
        if (forgotten) {
            return;
        }
        duration = Duration.between(began, now);
        ending = allowance.head("could not be run: " + failure, MOST_OUTPUT);
    }

    private static @Nullable String tail(String text, Allowance allowance) {
        return text.isEmpty() ? null : allowance.tail(text, MOST_OUTPUT);
    }

    /** Lets go of it: what comes of it is not kept any more. Returns how many characters that frees. */
    long forget() {
        forgotten = true;
        return (long) command.length() + (out == null ? 0 : out.length()) + (err == null ? 0 : err.length());
    }

    CommandEntry entry(Clock clock, UnaryOperator<String> masked) {
        return new CommandEntry(
                masked.apply(command),
                clock.at(began),
                duration == null ? null : Clock.millis(duration),
                masked.apply(ending),
                succeeded,
                out == null ? null : masked.apply(out),
                err == null ? null : masked.apply(err));
    }

    /**
     * Both outputs without secrets, before they are cut: what is cut could begin with half of one.
     *
     * @param out standard output
     * @param err standard error
     */
    record Texts(String out, String err) {

        static Texts of(ExecResult result) {
            SecretMask mask = result.mask();
            return new Texts(text(result.out(), mask), text(result.err(), mask));
        }

        private static String text(Output output, SecretMask mask) {
            if (output.file().isPresent()) {
                return mask.apply(output.toString());
            }
            String text = mask.apply(output.text()).stripTrailing();
            return output.truncated() ? text + " … (" + output.written() + " bytes in all)" : text;
        }
    }
}
