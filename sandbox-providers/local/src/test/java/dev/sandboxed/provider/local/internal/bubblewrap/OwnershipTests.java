package dev.sandboxed.provider.local.internal.bubblewrap;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OwnershipTests extends WithBubblewrap {

    @Test
    void processesDieWithAKilledOwnerAndTheRestIsReapedOnce() throws Exception {
        Sandbox mine = create();
        Process owner = ForkedJvm.start(Program.class, state.toString());
        String[] theirs = owner.inputReader().readLine().split(" ");
        String id = theirs[0];
        String first = theirs[1];
        assertThat(provider.list()).extracting(SandboxInfo::id).containsExactlyInAnyOrder(mine.id(), id);
        assertThat(provider.reap().removed()).isEmpty();
        await().atMost(ofSeconds(10)).until(() -> Traces.processesBelow(first).size() > 2);

        owner.destroyForcibly().waitFor();
        await().atMost(ofSeconds(10)).until(() -> Traces.processesBelow(first).isEmpty());
        ReapReport report = provider.reap();
        assertThat(report.removed()).containsExactly(id);
        assertThat(report.failures()).isEmpty();
        assertThat(Traces.filesIn(state)).allMatch(path -> path.toString().contains(mine.id()));
        assertThat(Traces.controlGroupsOf(id)).isEmpty();
        assertThat(mine.exec("true").succeeded()).isTrue();
        assertThat(provider.reap().removed()).isEmpty();
    }

    @Test
    void evenAStoppedSandboxDiesWithItsOwner() throws Exception {
        Process owner = ForkedJvm.start(Program.class, state.toString(), "stopped");
        String first = owner.inputReader().readLine().split(" ")[1];
        owner.destroyForcibly().waitFor();
        await().atMost(ofSeconds(10)).until(() -> Traces.processesBelow(first).isEmpty());
        assertThat(provider.reap().failures()).isEmpty();
        assertThat(Traces.filesIn(state)).isEmpty();
    }

    /** Owns a sandbox with a daemon in it, and waits. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            BubblewrapProvider provider = new BubblewrapProvider(ProviderContext.in(Path.of(arguments[0])));
            Sandbox sandbox = provider.create(SandboxSpec.defaults());
            sandbox.exec(Command.shell("setsid sleep 300 >/dev/null 2>&1 &"));
            if (arguments.length > 1) {
                sandbox.stop();
            }
            System.out.println(sandbox.id() + " " + sandbox.info().nativeId());
            System.in.read();
        }
    }
}
