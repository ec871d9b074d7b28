package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OwnerTests extends WithProvider {

    @Test
    void whatAKilledOwnerLeftIsRemovedOnceAndNothingElse() throws Exception {
        Sandbox mine = create();
        Process owner = ForkedJvm.start(Program.class, List.of(), state.toString());
        String theirs = firstLine(owner);
        assertThat(provider.list()).extracting(SandboxInfo::id).containsExactlyInAnyOrder(mine.id(), theirs);
        assertThat(provider.reap().removed()).isEmpty();
        assertThat(Processes.of(theirs)).isNotEmpty();

        owner.destroyForcibly().waitFor();
        assertThat(provider.list()).extracting(SandboxInfo::id).containsExactly(mine.id());
        ReapReport report = provider.reap();
        assertThat(report.removed()).containsExactly(theirs);
        assertThat(report.failures()).isEmpty();
        assertThat(Processes.of(theirs)).isEmpty();
        assertThat(leftovers()).hasSize(2);
        assertThat(mine.exec("true").succeeded()).isTrue();
        assertThat(provider.reap().removed()).isEmpty();
    }

    @Test
    void ownerThatExitsWithoutClosingTakesItsSandboxesAlong() throws Exception {
        Process owner = ForkedJvm.start(Program.class, List.of(), state.toString());
        String theirs = firstLine(owner);
        owner.destroy();
        owner.waitFor();
        await().until(() -> Processes.of(theirs).isEmpty());
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void firstSandboxOfAProviderSweepsWhatADeadOwnerLeft() throws Exception {
        Process owner = ForkedJvm.start(Program.class, List.of(), state.toString());
        String theirs = firstLine(owner);
        owner.destroyForcibly().waitFor();
        try (Sandbox sandbox = create()) {
            assertThat(Processes.of(theirs)).isEmpty();
            assertThat(leftovers()).allMatch(path -> path.toString().contains(sandbox.id()));
        }
    }

    @Test
    void recordThatIsNotOursIsReportedAndHarmsNobody() throws Exception {
        Files.createDirectories(state.resolve("records"));
        Path junk = Files.writeString(state.resolve("records/junk.json"), "{");
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.exec("true").succeeded()).isTrue();
            assertThat(provider.reap().failures()).singleElement().asString().contains(junk.toString());
        }
    }

    @Test
    void sandboxesMadeWhileTheJvmShutsDownWereLeftBehind() throws Exception {
        Process owner = ForkedJvm.start(BusyProgram.class, List.of(), state.toString());
        boolean ended = owner.waitFor(60, TimeUnit.SECONDS);
        owner.destroyForcibly();
        assertThat(ended).as("the JVM has ended").isTrue();
        assertThat(leftovers()).isEmpty();
    }

    /** Makes sandboxes on several threads, and ends in the middle of it. */
    static final class BusyProgram {

        private BusyProgram() {}

        public static void main(String[] arguments) throws InterruptedException {
            SubprocessProvider provider = new SubprocessProvider(ProviderContext.in(Path.of(arguments[0])));
            CountDownLatch busy = new CountDownLatch(100);
            for (int i = 0; i < 4; i++) {
                Thread maker = new Thread(() -> {
                    while (true) {
                        provider.create(SandboxSpec.defaults());
                        busy.countDown();
                    }
                });
                maker.setUncaughtExceptionHandler((thread, refused) -> busy.countDown());
                maker.setDaemon(true);
                maker.start();
            }
            busy.await();
            System.exit(0);
        }
    }

    private static String firstLine(Process process) throws IOException {
        BufferedReader reader = process.inputReader();
        String line = reader.readLine();
        assertThat(line).isNotNull();
        return line;
    }

    /** Owns a sandbox with a daemon in it, and waits. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            SubprocessProvider provider = new SubprocessProvider(ProviderContext.in(Path.of(arguments[0])));
            Sandbox sandbox = provider.create(SandboxSpec.defaults());
            sandbox.exec(Command.shell("setsid sleep 300 >/dev/null 2>&1 &"));
            System.out.println(sandbox.id());
            System.in.read();
        }
    }
}
