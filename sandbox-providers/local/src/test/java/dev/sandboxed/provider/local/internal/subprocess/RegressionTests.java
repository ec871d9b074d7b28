package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Each of these was wrong once. */
class RegressionTests extends WithProvider {

    private void writeRecord(String file, String id, String world) throws Exception {
        Path records = Files.createDirectories(
                state.resolve("records"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(records.resolve(file), """
                {"id": "%s", "world": "%s", "pid": 4194303, "start": "%s", "labels": {},
                 "created": "%s", "expires": null}
                """.formatted(id, world, earlierStart(), Instant.now()));
    }

    /** A moment of this boot at which nothing started that lives. */
    private static String earlierStart() {
        return Owner.current().start().replaceFirst("/.*", "/1");
    }

    private static String world() {
        return ProcessWorld.current().written();
    }

    @Test
    void recordWithAPathForAnIdDidDeleteThatPath() throws Exception {
        Path victim = Files.createDirectories(state.resolve("victim"));
        writeRecord("a.json", "../victim", world());
        assertThat(provider.reap().removed()).isEmpty();
        assertThat(provider.reap().failures()).singleElement().asString().contains("its id is '../victim'");
        assertThat(victim).isDirectory();
    }

    @Test
    void stateFolderThatOthersCanWriteWasTrusted() throws Exception {
        Path shared = Files.createDirectory(state.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (SubprocessProvider careless = new SubprocessProvider(ProviderContext.in(shared))) {
            assertThatThrownBy(() -> careless.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("is not a folder that only this user can write");
            assertThat(careless.status()).isInstanceOf(ProviderStatus.Unavailable.class);
        }
    }

    @Test
    void sandboxOfALivingOwnerInAnotherNamespaceWasReaped() throws Exception {
        writeRecord("subprocess-1.json", "subprocess-1", world().replaceFirst("pid:.*", "pid:[1]"));
        assertThat(provider.reap().removed()).isEmpty();
        writeRecord("subprocess-2.json", "subprocess-2", world());
        assertThat(provider.reap().removed()).containsExactly("subprocess-2");
    }

    @Test
    void statusWasAvailableWhereNoSandboxCouldBeMade() throws Exception {
        Path file = Files.writeString(state.resolve("file"), "in the way");
        try (SubprocessProvider nowhere = new SubprocessProvider(ProviderContext.in(file.resolve("state")))) {
            ProviderStatus.Unavailable status = (ProviderStatus.Unavailable) nowhere.status();
            assertThat(status.reason())
                    .contains("'" + file.resolve("state") + "'")
                    .contains("'" + file + "'");
            assertThat(status.remedy()).contains("SANDBOX_STATE_DIR");
        }
    }

    @Test
    void stateFolderBelowOneThatEverybodyCanWriteWasTrusted() throws Exception {
        Path open = Files.createDirectory(state.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (SubprocessProvider careless = new SubprocessProvider(ProviderContext.in(open.resolve("state")))) {
            assertThatThrownBy(() -> careless.create(SandboxSpec.defaults()))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("everybody may write to it");
        }
    }

    @Test
    void markerBehindALargeEnvironmentWasNotFound() {
        try (Sandbox sandbox = create()) {
            Command command = Command.shell("setsid sleep 300 > /dev/null 2>&1 & sleep 300");
            for (int i = 0; i < 40; i++) {
                command = command.env("BIG" + i, "x".repeat(30_000));
            }
            assertThat(sandbox.exec(command.timeout(Duration.ofMillis(500))).timedOut())
                    .isTrue();
            assertThat(sandbox.usage().processes()).isZero();
        }
    }

    @Test
    void resultOfAStartedCommandWasTheSignalThatEndedItsSandbox() {
        Sandbox sandbox = create();
        try (Execution execution = sandbox.start(Command.of("sleep", "300"))) {
            sandbox.close();
            assertThatThrownBy(execution::await).isInstanceOf(SandboxDestroyedException.class);
        }
    }

    @Test
    void sandboxWhoseFolderWasRemovedCameBackToLife() throws Exception {
        Sandbox sandbox = create();
        FolderRemoval.remove(Path.of(sandbox.info().nativeId()));
        assertThatThrownBy(() -> sandbox.exec("true"))
                .isInstanceOf(SandboxDestroyedException.class)
                .hasMessageContaining("its folder was removed from outside");
        assertThatThrownBy(() -> sandbox.files().write("a", "b")).isInstanceOf(SandboxDestroyedException.class);
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void variableThatMarksProcessesWasSilentlyReplaced() {
        try (Sandbox sandbox = create()) {
            assertThatThrownBy(() -> sandbox.exec(Command.of("env").env("SANDBOXED", "mine")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'SANDBOXED' cannot be set");
        }
    }

    @Test
    void sandboxOfAnotherProviderInTheSameJvmWasNotListed() {
        try (SubprocessProvider other = new SubprocessProvider(ProviderContext.in(state));
                Sandbox sandbox = other.create(SandboxSpec.defaults())) {
            assertThat(provider.list()).extracting(SandboxInfo::id).containsExactly(sandbox.id());
        }
    }

    @Test
    void linkWhoseTextLooksLikeAMarkWasChangedByASnapshot() {
        try (Sandbox sandbox = create()) {
            sandbox.exec("ln", "-s", "sandbox:/x", "odd");
            Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL);
            try (Sandbox restored = provider.snapshots().restore(snapshot, SandboxSpec.defaults())) {
                assertThat(restored.files().stat("odd").linkTarget()).contains("sandbox:/x");
            }
        }
    }

    @Test
    void scriptThatWasJustWrittenCouldNotBeRunWhileOthersStarted() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(6);
        byte[] script = "#!/bin/sh\nexit 7\n".getBytes(StandardCharsets.UTF_8);
        try (Sandbox sandbox = create()) {
            List<Future<ExecResult>> results = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                String name = "script" + i;
                results.add(pool.submit(() -> {
                    sandbox.files().write(name, new ByteArrayInputStream(script), WriteOptions.DEFAULT.withMode(0755));
                    return sandbox.exec("./" + name);
                }));
            }
            for (Future<ExecResult> result : results) {
                assertThat(result.get().exitCode()).isEqualTo(7);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void aToolThatWasJustWrittenIsNotBusyForTheShell() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (Sandbox sandbox = create()) {
            List<Future<List<String>>> tries = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                String tool = "tool-" + thread;
                tries.add(threads.submit(() -> {
                    List<String> wrong = new ArrayList<>();
                    for (int turn = 0; turn < 60; turn++) {
                        byte[] script = ("#!/bin/sh\necho " + turn + "\n").getBytes(StandardCharsets.UTF_8);
                        sandbox.files()
                                .write(tool, new ByteArrayInputStream(script), WriteOptions.DEFAULT.withMode(0755));
                        ExecResult run = sandbox.shell("./" + tool);
                        if (!run.stdout().equals(turn + "\n")) {
                            wrong.add(run.describe());
                        }
                    }
                    return wrong;
                }));
            }
            for (Future<List<String>> wrong : tries) {
                assertThat(wrong.get()).isEmpty();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
