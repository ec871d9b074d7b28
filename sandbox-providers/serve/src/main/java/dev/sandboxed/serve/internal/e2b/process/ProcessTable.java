package dev.sandboxed.serve.internal.e2b.process;

import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.connect.ProtoMessage;
import dev.sandboxed.serve.internal.web.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The processes of one sandbox that run, and for a while those that have ended. */
final class ProcessTable {

    /** How long one can still ask how a process ended. */
    private static final Duration MEMORY = Duration.ofSeconds(30);

    private static final int MOST = 1000;

    /**
     * Providers do not tell the pids of what they start, so these are numbers of ours. No kernel gives such high ones: a {@code kill}
     * of one inside must hit nothing, rather than whatever has that number there.
     */
    private static final int ABOVE_ALL_PIDS = 1 << 30;

    private final Timers timers;
    private final AtomicInteger lastPid = new AtomicInteger(ABOVE_ALL_PIDS);
    private final Map<Integer, GuestProcess> running = new ConcurrentSkipListMap<>();
    private final Map<Integer, GuestProcess> ended = new ConcurrentSkipListMap<>();

    ProcessTable(Timers timers) {
        this.timers = timers;
    }

    /** Refuses one more process where there are too many: each takes a thread of this JVM. */
    void requireRoom() throws ConnectError {
        if (running.size() >= MOST) {
            throw new ConnectError(
                    ConnectCode.RESOURCE_EXHAUSTED,
                    "there are " + MOST + " processes in this sandbox already; end some of them first");
        }
    }

    /**
     * A process, and the one who started it.
     *
     * @param attachment hears all that it says
     */
    record Admitted(GuestProcess process, Attachment attachment) {}

    /** Adds a process that has just been started. Somebody listens to it before it can say anything. */
    Admitted admit(StartRequest request, Program program) throws InterruptedException {
        GuestProcess process = new GuestProcess(lastPid.incrementAndGet(), request, program);
        Attachment first = process.attach();
        running.put(process.pid(), process);
        Thread pump = new Thread(() -> pump(process), "sandboxed-e2b-process-" + process.pid());
        pump.setDaemon(true);
        pump.start();
        return new Admitted(process, first);
    }

    private void pump(GuestProcess process) {
        try {
            if (process.run()) {
                ended.put(process.pid(), process);
                timers.later(MEMORY, () -> ended.remove(process.pid()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            running.remove(process.pid());
        }
    }

    List<GuestProcess> list() {
        return running.values().stream().filter(GuestProcess::isRunning).toList();
    }

    /**
     * Finds a process that runs.
     *
     * @throws ConnectError if there is none
     */
    GuestProcess running(ProtoMessage selector) throws ConnectError {
        return find(selector, list());
    }

    /**
     * Finds a process that runs or has ended a short while ago.
     *
     * @throws ConnectError if there is none
     */
    GuestProcess known(ProtoMessage selector) throws ConnectError {
        List<GuestProcess> all = new ArrayList<>(running.values());
        all.addAll(ended.values());
        return find(selector, all);
    }

    private static GuestProcess find(ProtoMessage selector, List<GuestProcess> among) throws ConnectError {
        if (selector.has("tag")) {
            String tag = selector.text("tag");
            return among.stream()
                    .filter(one -> one.tag().filter(tag::equals).isPresent())
                    .findFirst()
                    .orElseThrow(() -> Refusals.notFound("process with tag " + tag + " not found"));
        }
        if (!selector.has("pid")) {
            throw ConnectError.invalid("a process is selected by its pid or its tag, and neither was given");
        }
        long pid = selector.number("pid");
        return among.stream()
                .filter(one -> one.pid() == pid)
                .findFirst()
                .orElseThrow(() -> Refusals.notFound("process with pid " + pid + " not found"));
    }

    /** Breaks off everybody who listens to one of them. */
    void cutOff() {
        running.values().forEach(GuestProcess::cutOff);
    }
}
