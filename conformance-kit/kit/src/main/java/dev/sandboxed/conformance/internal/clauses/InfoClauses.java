package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** What can be known. */
public interface InfoClauses {

    @Clause("INFO-1")
    default void theInfoTellsWhatReportsNeed(Trial trial) {
        // The clock of another machine may differ a little from ours.
        Duration askew = Duration.ofMinutes(1);
        Instant before = Instant.now().minus(askew);
        Sandbox sandbox = trial.create(SandboxSpec.builder().label("conformance-purpose", "info"));
        Instant after = Instant.now().plus(askew);
        SandboxInfo info = sandbox.info();
        assertEquals(sandbox.id(), info.id(), "the info has another id than its sandbox");
        assertEquals(trial.factoryName(), info.provider(), "the info names another provider");
        assertFalse(info.runsOn().version().isBlank(), "the info gives no version of the runtime");
        assertFalse(info.nativeId().isBlank(), "the info gives no native id");
        assertTrue(
                info.created().isAfter(before) && info.created().isBefore(after),
                "the time of creation, " + info.created() + ", is not when the sandbox was created, between " + before
                        + " and " + after);
        assertEquals(Owner.current(), info.owner(), "the info names another owner than this process");
        assertEquals("info", info.labels().get("conformance-purpose"), "the info does not have the label of the spec");
    }

    @Clause("INFO-2")
    default void theUsageIsPlausible(Trial trial) {
        long begin = System.nanoTime();
        Sandbox sandbox = trial.sandbox();
        Duration idle = sandbox.usage().cpuTime();
        // It has ended by the time that we ask: the time of the dead counts as well.
        sandbox.shell("i=0; while [ $i -lt 150000 ]; do i=$((i+1)); done");
        Duration busy = sandbox.usage().cpuTime();
        Duration most = Duration.ofNanos(System.nanoTime() - begin).multipliedBy(128);
        assertTrue(
                busy.compareTo(idle.plusMillis(5)) > 0,
                "the processor time went from " + idle + " to " + busy + " although a command counted to 150,000");
        assertTrue(
                busy.compareTo(most) < 0,
                "the processor time, " + busy + ", is more than a machine with 128 processors could have spent");
        trial.startHeartbeat(sandbox);
        Usage usage = sandbox.usage();
        assertTrue(
                usage.memory().compareTo(DataSize.ofKibibytes(16)) > 0,
                "the memory in use is told as " + usage.memory() + ", less than the shell takes that runs inside");
        assertTrue(
                usage.peakMemory().compareTo(usage.memory()) >= 0,
                "the peak of the memory, " + usage.peakMemory() + ", is below what is in use now, " + usage.memory());
        assertTrue(
                usage.cpuTime().compareTo(busy) >= 0,
                "the processor time went back from " + busy + " to " + usage.cpuTime());
    }

    @Clause("INFO-3")
    default void eventsComeInOrder(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        sandbox.shell("exit 0");
        sandbox.shell("exit 1");
        sandbox.close();
        List<String> promised =
                List.of("Creating", "Ready", "ExecStarted", "ExecEnded", "ExecStarted", "ExecEnded", "Destroyed");
        // Whoever tells them from another thread may take a moment.
        trial.comesTrue(Duration.ofSeconds(3), () -> told(trial, sandbox).size() >= promised.size());
        assertEquals(
                promised,
                told(trial, sandbox),
                "after creating a sandbox, two commands and closing it, other events were told than these");
        List<SandboxEvent> events = trial.events(sandbox);
        for (int i = 1; i < events.size(); i++) {
            assertFalse(
                    events.get(i).at().moment().isBefore(events.get(i - 1).at().moment()),
                    "an event is said to have happened before the one told ahead of it: " + events.get(i) + " after "
                            + events.get(i - 1));
        }
        assertEquals(
                List.of("exit 0", "exit 0", "exit 1", "exit 1"),
                events.stream().flatMap(InfoClauses::commandOf).toList(),
                "the events name other commands than those that were run");
    }

    private static List<String> told(Trial trial, Sandbox sandbox) {
        return trial.events(sandbox).stream()
                .map(event -> event.getClass().getSimpleName())
                .toList();
    }

    private static Stream<String> commandOf(SandboxEvent event) {
        if (event instanceof SandboxEvent.ExecStarted started) {
            return Stream.of(started.command().toString());
        }
        return event instanceof SandboxEvent.ExecEnded ended
                ? Stream.of(ended.command().toString())
                : Stream.empty();
    }
}
