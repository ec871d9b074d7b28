package dev.sandboxed.serve.internal.e2b.process;

import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.connect.EventStream;
import dev.sandboxed.serve.internal.web.BrokenOffException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Passes on what a process says.
 *
 * @param keepalive after how much silence a sign of life is sent
 */
record Listening(EventStream events, Duration keepalive) {

    /**
     * Passes on all until the end of the process.
     *
     * @param most how long to listen; empty for as long as it takes
     * @throws ConnectError if the time was up
     * @throws BrokenOffException if the sandbox is gone or paused
     */
    void untilEnd(Attachment attachment, Optional<Duration> most) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (true) {
            Duration left =
                    most.map(time -> time.minusNanos(System.nanoTime() - begin)).orElse(keepalive);
            if (left.isNegative()) {
                throw expired();
            }
            boolean patient = left.compareTo(keepalive) >= 0;
            List<ProcessEvent> news = attachment.take(patient ? keepalive : left);
            if (news.isEmpty() && patient) {
                events.add(ProcessEvent.keepalive());
            }
            for (ProcessEvent event : news) {
                if (pass(event)) {
                    // Not sent yet: it travels with the end of the stream.
                    return;
                }
            }
            events.flush();
        }
    }

    private boolean pass(ProcessEvent event) throws IOException {
        if (event instanceof ProcessEvent.Started started) {
            events.add(ProcessEvent.json(started));
        } else if (event instanceof ProcessEvent.Data data) {
            events.add(ProcessEvent.json(data));
        } else if (event instanceof ProcessEvent.Ended ended) {
            events.add(ProcessEvent.json(ended));
            return true;
        } else if (event instanceof ProcessEvent.Failed failed) {
            throw failed.error();
        } else if (event instanceof ProcessEvent.Expired) {
            throw expired();
        } else {
            throw new BrokenOffException("the sandbox is gone or paused");
        }
        return false;
    }

    private static ConnectError expired() {
        return new ConnectError(ConnectCode.DEADLINE_EXCEEDED, "context deadline exceeded");
    }
}
