package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.spi.Deadline;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Questions to a sandbox after its test, which all together may take a certain time. Whatever runs in there can hold up every
 * answer, and a sandbox that died is often why the test failed: why there is no answer is an answer, too.
 */
public final class Inquiry {

    private final Duration allowed;
    private final Deadline deadline;

    private Inquiry(Duration allowed) {
        this.allowed = allowed;
        this.deadline = Deadline.in(allowed);
    }

    public static Inquiry within(Duration allowed) {
        return new Inquiry(allowed);
    }

    /** Returns the answer, or in parentheses why there is none. */
    public String ask(Supplier<String> question) {
        FutureTask<String> answer = new FutureTask<>(question::get);
        Thread asking = new Thread(answer, "sandboxed-inquiry");
        asking.setDaemon(true);
        asking.start();
        // A test that ran out of time was interrupted, and still wants to be explained.
        boolean interrupted = Thread.interrupted();
        try {
            return answer.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return "(the sandbox gave no answer within " + allowed.toMillis() + " ms)";
        } catch (ExecutionException e) {
            return "(" + Objects.requireNonNull(e.getCause()).getMessage() + ")";
        } catch (InterruptedException e) {
            interrupted = true;
            return "(interrupted)";
        } finally {
            answer.cancel(true);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
