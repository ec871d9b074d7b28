package dev.sandboxed.provider.microvm.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the kit does not ask of snapshots with memory. */
@NeedsMachines
@Timeout(300)
class MemoryTests {

    private static final SnapshotOptions MEMORY = SnapshotOptions.ALL.withMemory();
    private static final String COUNTING =
            "i=0; while :; do i=$((i+1)); echo $i >count.new; mv count.new count; sleep 0.1; done";

    @TempDir
    static Path folder;

    private static MicrovmProvider provider;

    @BeforeAll
    static void open() {
        provider = MachinesRequired.provider(folder);
    }

    @AfterAll
    static void close() {
        provider.close();
    }

    private static Sandbox create() {
        return provider.create(SandboxSpec.defaults());
    }

    private static Sandbox restored(Snapshot snapshot) {
        return provider.snapshots().restore(snapshot, SandboxSpec.defaults());
    }

    private static String said(Sandbox sandbox, String script) {
        return sandbox.shell(script).orThrow().stdout().strip();
    }

    private static int count(Sandbox sandbox) {
        return Integer.parseInt("0" + said(sandbox, "cat count 2>/dev/null || true"));
    }

    private static void awaitCount(Sandbox sandbox, int least) {
        await().atMost(Duration.ofSeconds(60)).until(() -> count(sandbox) > least);
    }

    @Test
    void aCopyOfACopyGoesOnAsWell() {
        try (Sandbox origin = create()) {
            said(origin, "(" + COUNTING + ") </dev/null >/dev/null 2>&1 &");
            awaitCount(origin, 3);
            try (Sandbox copy = restored(origin.snapshot(MEMORY))) {
                awaitCount(copy, count(copy));
                try (Sandbox second = restored(copy.snapshot(MEMORY))) {
                    int before = count(second);
                    assertThat(before).isGreaterThan(3);
                    awaitCount(second, before);
                }
            }
        }
    }

    /** Nobody reads what it writes there, or could tell it anything: it must not be hung up or held back. */
    @Test
    void aProcessOnATerminalGoesOnInTheCopyAndInTheSandboxItself() throws IOException {
        try (Sandbox origin = create();
                Terminal terminal = origin.terminal(Command.of("sh"), TerminalSize.DEFAULT)) {
            OutputStream keys = terminal.input();
            keys.write(("while :; do echo a line that nobody may read; "
                            + COUNTING.replace("i=0; while :; do", "").replace("; done", "") + "; done\n")
                    .getBytes(StandardCharsets.UTF_8));
            keys.flush();
            awaitCount(origin, 2);
            CompletableFuture<Void> shown = CompletableFuture.runAsync(() -> drain(terminal));
            Snapshot snapshot = origin.snapshot(MEMORY);
            awaitCount(origin, count(origin));
            assertThat(shown).isNotDone();
            try (Sandbox copy = restored(snapshot)) {
                awaitCount(copy, count(copy) + 5);
            }
        }
    }

    private static void drain(Terminal terminal) {
        try {
            terminal.output().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** More than there is room for inside, so that some of it is on the way. */
    @Test
    void inputThatNobodyHasTakenYetArrivesAfterTheSnapshot() throws Exception {
        byte[] much = "0123456789abcde\n".repeat(256 * 1024).getBytes(StandardCharsets.UTF_8);
        try (Sandbox origin = create();
                Execution execution = origin.start(Command.shell("until [ -e go ]; do sleep 0.1; done; md5sum")
                        .stdin(Stdin.open()))) {
            CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
                try (OutputStream input = execution.stdin()) {
                    input.write(much);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            Snapshot snapshot = origin.snapshot(MEMORY);
            said(origin, "echo >go");
            written.join();
            assertThat(execution.await().stdout())
                    .isEqualTo(said(origin, "yes 0123456789abcde | head -n 262144 | md5sum") + "\n");
            provider.snapshots().delete(snapshot);
        }
    }

    @Test
    void outputThatNobodyHasTakenYetArrivesAfterTheSnapshot() {
        try (Sandbox origin = create();
                Execution execution = origin.start(Command.shell("yes 0123456789abcde | head -n 262144"))) {
            assertThat(execution.next()).isPresent();
            origin.snapshot(MEMORY);
            long[] rest = {0};
            execution.forEachChunk(chunk -> rest[0] += chunk.bytes().length);
            assertThat(execution.await().stdout()).hasSize(262144 * 16);
            assertThat(rest[0]).isPositive();
        }
    }

    @Test
    void whatWasStoppedGoesOnInTheCopy() {
        try (Sandbox origin = create()) {
            said(origin, "(" + COUNTING + ") </dev/null >/dev/null 2>&1 &");
            awaitCount(origin, 1);
            origin.stop();
            try (Sandbox copy = restored(origin.snapshot(MEMORY))) {
                awaitCount(copy, count(copy));
            }
        }
    }

    @Test
    void aSpecThatWantsAnotherMachineIsRefused() throws IOException {
        SandboxSpec other = SandboxSpec.builder()
                .limits(Limits.builder().memory(DataSize.ofMebibytes(128)).build())
                .build();
        try (Sandbox origin = create()) {
            Snapshot snapshot = origin.snapshot(MEMORY);
            assertThatThrownBy(() -> provider.snapshots().restore(snapshot, other))
                    .isInstanceOf(SnapshotRejectedException.class)
                    .hasMessageContaining("1 352")
                    .hasMessageContaining("1 224")
                    .hasMessageContaining("remedy");
            provider.snapshots().delete(snapshot);
            try (Stream<Path> left = Files.list(folder.resolve("qemu/snapshots"))) {
                assertThat(left.map(Path::toString)).noneMatch(name -> name.contains(snapshot.id()));
            }
        }
    }

    @Test
    void newVariablesAndSecretsAreForNewCommands() {
        try (Sandbox origin = create()) {
            Snapshot snapshot = origin.snapshot(MEMORY);
            SandboxSpec spec = SandboxSpec.builder().env("COLOUR", "blue").build();
            try (Sandbox copy = provider.snapshots().restore(snapshot, spec)) {
                assertThat(said(copy, "echo $COLOUR")).isEqualTo("blue");
                assertThat(said(origin, "echo $COLOUR")).isEmpty();
            }
        }
    }
}
