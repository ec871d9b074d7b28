package dev.sandboxed.conformance.internal.clauses;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.host.HostProcesses;
import dev.sandboxed.conformance.internal.trial.Guest;
import dev.sandboxed.conformance.internal.trial.GuestNetwork;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.junit.jupiter.api.function.Executable;

/** The life of a sandbox, and of its provider. */
public interface LifeClauses {

    /** A port that nobody listens on. */
    int PORT = 8080;

    @Clause("LIFE-3")
    default void theStateIsRunningAndThenDestroyed(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        assertEquals(SandboxState.RUNNING, sandbox.state(), "the state after `create` is not RUNNING");
        sandbox.exec("true");
        assertEquals(SandboxState.RUNNING, sandbox.state(), "the state after a command is not RUNNING");
        sandbox.close();
        assertEquals(SandboxState.DESTROYED, sandbox.state(), "the state after `close` is not DESTROYED");
    }

    @Clause("LIFE-4")
    default void closingAgainIsFine(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        sandbox.close();
        assertDoesNotThrow(sandbox::close, "closing a sandbox a second time failed");
        assertDoesNotThrow(sandbox::close, "closing a sandbox a third time failed");
    }

    @Clause("LIFE-4")
    default void severalThreadsMayCloseAtOnce(Trial trial) throws InterruptedException {
        Sandbox sandbox = trial.sandbox();
        int threads = 6;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CyclicBarrier together = new CyclicBarrier(threads);
        try {
            List<Future<?>> closing = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                closing.add(pool.submit(() -> {
                    together.await();
                    sandbox.close();
                    return null;
                }));
            }
            for (Future<?> one : closing) {
                one.get();
            }
        } catch (ExecutionException e) {
            fail("closing a sandbox from " + threads + " threads at once failed in one of them: " + e.getCause(), e);
        } finally {
            pool.shutdownNow();
        }
    }

    @Clause("LIFE-5")
    default void nothingWorksAfterClose(Trial trial) {
        SandboxSpecBuilder asked = SandboxSpec.builder();
        if (trial.claims(Capability.PORTS)) {
            asked.network(GuestNetwork.anyPolicy(trial).exposing(PORT));
        }
        Sandbox sandbox = trial.create(asked);
        sandbox.files().write("file", "x");
        SandboxSpec spec = sandbox.spec();
        String id = sandbox.id();
        sandbox.close();
        operations(trial, sandbox)
                .forEach((name, operation) -> assertThrows(
                        SandboxDestroyedException.class,
                        operation,
                        name + " after `close` did not throw SandboxDestroyedException"));
        assertEquals(id, sandbox.id(), "the id is another one after `close`");
        assertEquals(spec, sandbox.spec(), "the spec is another one after `close`");
        assertEquals(id, sandbox.info().id(), "the info is that of another sandbox after `close`");
    }

    /**
     * A handle that was there before may know that its sandbox was destroyed, since both may share what they know. One that
     * is asked for afterwards finds nothing.
     */
    @Clause("LIFE-5")
    default void otherHandlesFindNothingAfterClose(Trial trial) {
        if (!trial.claims(Capability.CONNECT)) {
            return;
        }
        Sandbox sandbox = trial.sandbox();
        Sandbox other = trial.keep(trial.provider().connect(sandbox.id()));
        sandbox.close();
        assertTrue(
                isGone(other),
                "a command through another handle, after the sandbox was closed, threw neither"
                        + " SandboxNotFoundException nor SandboxDestroyedException");
        assertThrows(
                SandboxNotFoundException.class,
                () -> trial.keep(trial.provider().connect(sandbox.id())),
                "`connect` to a sandbox that was closed did not throw SandboxNotFoundException");
    }

    @Clause("LIFE-9")
    default void theListShowsTheLivingWithTheirLabels(Trial trial) {
        Sandbox stays = trial.create(SandboxSpec.builder().label("conformance-role", "stays"));
        Sandbox goes = trial.create(SandboxSpec.builder().label("conformance-role", "goes"));
        assertEquals("stays", roleListed(trial, stays), "a live sandbox is listed without its label");
        assertEquals("goes", roleListed(trial, goes), "a live sandbox is listed without its label");
        goes.close();
        assertFalse(trial.listed(goes).isPresent(), "a sandbox is still listed after it was destroyed");
        assertTrue(trial.listed(stays).isPresent(), "a live sandbox is not listed after another was destroyed");
    }

    @Clause(value = "LIFE-10", seconds = 60)
    default void aSandboxPastItsTimeToLiveIsDestroyed(Trial trial) {
        // The first look inside takes a sandbox of its own, whose making must not take from the life of this one.
        Guest guest = trial.guest();
        String beat = "beat-" + UUID.randomUUID();
        Duration life = lifeFor(trial.capabilities().startup());
        Sandbox sandbox = trial.create(SandboxSpec.builder().timeToLive(life));
        try {
            sandbox.shell(guest.detached(guest.heartbeat(beat)));
            trial.awaitBeat(sandbox, beat);
        } catch (SandboxDestroyedException | SandboxNotFoundException expired) {
            // Its time was up before a slow machine came that far; what follows holds all the same.
        }
        trial.await(
                "A sandbox with a time to live of " + life.toMillis() + " ms still runs commands",
                life.plusSeconds(8),
                () -> isGone(sandbox));
        assertTrue(
                trial.comesTrue(Duration.ofSeconds(3), () -> !HostProcesses.anyWith(beat)),
                "a process of a sandbox whose time to live is up still runs on the host");
    }

    @Clause("LIFE-16")
    default void closingTheProviderDestroysItsSandboxes(Trial trial) {
        SandboxProvider provider = trial.open(context -> context);
        Sandbox sandbox = trial.keep(provider.create(trial.labelled(SandboxSpec.defaults())));
        provider.close();
        assertTrue(isGone(sandbox), "a sandbox still runs commands after the provider that made it was closed");
        assertThrows(
                ProviderUnavailableException.class,
                () -> trial.keep(provider.create(trial.labelled(SandboxSpec.defaults()))),
                "a provider that was closed made another sandbox, or did not refuse with ProviderUnavailableException");
        assertDoesNotThrow(provider::close, "closing a provider a second time failed");
    }

    @Clause("LIFE-17")
    default void aSecondHandleWorksOnTheSameSandbox(Trial trial) {
        Sandbox first = trial.sandbox();
        first.files().write("from-first", "1");
        Sandbox second = trial.keep(trial.provider().connect(first.id()));
        assertEquals(first.id(), second.id(), "the second handle has another id than it was asked for");
        inside(second)
                .succeeds(
                        "test -f from-first && echo 2 >from-second",
                        "a command through a second handle does not see a file that was written through the first");
        assertTrue(
                first.files().exists("from-second"),
                "a file made through a second handle is not seen through the first");
    }

    @Clause("LIFE-17")
    default void anUnknownIdIsNotFound(Trial trial) {
        assertThrows(
                SandboxNotFoundException.class,
                () -> trial.keep(trial.provider().connect("conformance-" + UUID.randomUUID())),
                "`connect` with an id that nobody has did not throw SandboxNotFoundException");
    }

    private static String roleListed(Trial trial, Sandbox sandbox) {
        SandboxInfo info = trial.listed(sandbox).orElseGet(() -> fail("a live sandbox is not listed"));
        return String.valueOf(info.labels().get("conformance-role"));
    }

    /** Long enough for a first command, also where the life begins before a slow start. */
    private static Duration lifeFor(Duration startup) {
        Duration least = Duration.ofMillis(1500);
        Duration twice = startup.multipliedBy(2);
        return twice.compareTo(least) > 0 ? twice : least;
    }

    private static boolean isGone(Sandbox sandbox) {
        try {
            sandbox.exec("true");
            return false;
        } catch (SandboxDestroyedException | SandboxNotFoundException gone) {
            return true;
        }
    }

    /** Everything that can be done to a sandbox, as far as the provider declares it. */
    private static Map<String, Executable> operations(Trial trial, Sandbox sandbox) {
        Map<String, Executable> all = new LinkedHashMap<>();
        all.put("`exec`", () -> sandbox.exec("true"));
        addFiles(all, sandbox, trial.hostFolder());
        Command command = Command.of("true");
        Map<Capability, Map<String, Executable>> optional = new EnumMap<>(Map.of(
                Capability.STREAMING, Map.of("`start`", () -> trial.keep(sandbox.start(command))),
                Capability.TERMINAL,
                        Map.of("`terminal`", () -> trial.keep(sandbox.terminal(command, TerminalSize.DEFAULT))),
                Capability.SNAPSHOT, Map.of("`snapshot`", () -> sandbox.snapshot(SnapshotOptions.ALL)),
                Capability.PORTS, Map.of("`endpoint`", () -> sandbox.endpoint(PORT)),
                Capability.NETWORK_LOG, Map.of("`networkAttempts`", sandbox::networkAttempts),
                Capability.USAGE, Map.of("`usage`", sandbox::usage),
                Capability.PAUSE, Map.of("`stop`", sandbox::stop, "`resume`", sandbox::resume)));
        optional.keySet().removeIf(capability -> !trial.claims(capability));
        optional.values().forEach(all::putAll);
        return all;
    }

    private static void addFiles(Map<String, Executable> all, Sandbox sandbox, Path host) {
        // Whether the files can be asked for at all is left to the provider, which may refuse that already.
        Map<String, Consumer<SandboxFiles>> uses = new LinkedHashMap<>();
        uses.put("read", files -> files.readBytes("file"));
        uses.put("write", files -> files.write("other", "x"));
        uses.put("stat", files -> files.stat("file"));
        uses.put("exists", files -> files.exists("file"));
        uses.put("list", files -> files.list("."));
        uses.put("walk", files -> files.walk("."));
        uses.put("download", files -> files.download("file", host.resolve("file")));
        uses.put("upload", files -> files.upload(host, "folder"));
        uses.put("mkdirs", files -> files.mkdirs("folder"));
        uses.put("move", files -> files.move("file", "moved"));
        uses.put("chmod", files -> files.chmod("file", 0600));
        uses.put("link", files -> files.link("link", "file"));
        uses.put("delete", files -> files.delete("file"));
        uses.put("deleteAll", files -> files.deleteAll("file"));
        uses.forEach((name, use) -> all.put("`files." + name + "`", () -> use.accept(sandbox.files())));
    }
}
