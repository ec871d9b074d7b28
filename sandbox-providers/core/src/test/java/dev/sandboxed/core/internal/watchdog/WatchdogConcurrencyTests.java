package dev.sandboxed.core.internal.watchdog;

import dev.sandboxed.api.event.SandboxEvent;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** That the last line which the watchdog is told is right, whatever is made and destroyed at the same time. */
@Order(1)
class WatchdogConcurrencyTests {

    @Test
    void theLastLineIsThatOfSomeOrder() {
        new StressOptions()
                .iterations(10)
                .invocationsPerIteration(300)
                .threads(3)
                .actorsPerThread(3)
                .minimizeFailedScenario(false)
                .check(Told.class);
    }

    /** Lets others go first, in the middle of what must not be interrupted by them. */
    private static final class SlowPipe extends FilterOutputStream {

        SlowPipe(OutputStream pipe) {
            super(pipe);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            LockSupport.parkNanos(1);
            out.write(bytes, offset, length);
        }
    }

    /** Four sandboxes of two providers. */
    @Param(name = "sandbox", gen = IntGen.class, conf = "0:3")
    public static class Told {

        private final ByteArrayOutputStream pipe = new ByteArrayOutputStream();
        private final Watchdog watchdog = new Watchdog(() -> new SlowPipe(pipe));

        private static SandboxEvent.At at(int sandbox) {
            return new SandboxEvent.At(
                    sandbox % 2 == 0 ? "docker" : "bubblewrap", Integer.toString(sandbox), Instant.EPOCH);
        }

        @Operation
        public void create(@Param(name = "sandbox") int sandbox) {
            watchdog.on(new SandboxEvent.Creating(at(sandbox)));
        }

        @Operation
        public void destroy(@Param(name = "sandbox") int sandbox) {
            watchdog.on(new SandboxEvent.Destroyed(at(sandbox), "closed"));
        }

        @Operation
        public String lastLine() {
            List<String> lines = pipe.toString(StandardCharsets.UTF_8).lines().toList();
            return lines.isEmpty() ? "nothing" : lines.get(lines.size() - 1);
        }
    }
}
