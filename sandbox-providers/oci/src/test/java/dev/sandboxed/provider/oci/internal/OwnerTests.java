package dev.sandboxed.provider.oci.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import dev.sandboxed.provider.oci.internal.owner.OwnerProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@NeedsRuntime(Kind.RUNC)
@Timeout(120)
class OwnerTests extends WithProvider {

    OwnerTests() {
        super(Kind.RUNC);
    }

    private Process fork() throws IOException {
        return OwnerProcess.start(Program.class, state.toString());
    }

    /** The dead of a dead owner are buried by the host, in its own time. */
    private void awaitNothingOf(String id) {
        await().untilAsserted(() -> assertThat(Leftovers.of(id, state)).isEmpty());
    }

    @Test
    void whatAKilledOwnerLeftIsRemovedOnceAndNothingElse() throws Exception {
        Sandbox mine = create();
        Process owner = fork();
        String theirs = owner.inputReader().readLine();
        assertThat(theirs).isNotNull();
        assertThat(provider.list()).extracting(SandboxInfo::id).containsExactlyInAnyOrder(mine.id(), theirs);
        assertThat(provider.reap().removed()).isEmpty();

        owner.destroyForcibly().waitFor();
        assertThat(Leftovers.of(theirs, state)).anyMatch(left -> left.startsWith("process "));
        assertThat(provider.list()).extracting(SandboxInfo::id).containsExactly(mine.id());
        ReapReport report = provider.reap();

        assertThat(report.removed()).containsExactly(theirs);
        assertThat(report.failures()).isEmpty();
        awaitNothingOf(theirs);
        assertThat(mine.shell("echo works").orThrow().stdout()).isEqualTo("works\n");
        assertThat(provider.reap().removed()).isEmpty();
    }

    @Test
    void theFirstSandboxOfAProviderSweepsWhatADeadOwnerLeft() throws Exception {
        Process owner = fork();
        String theirs = owner.inputReader().readLine();
        owner.destroyForcibly().waitFor();
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.shell("true").succeeded()).isTrue();
            awaitNothingOf(theirs);
        }
    }

    /** Owns a sandbox with a daemon in it and a command under way, and waits. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            OciProvider provider = new OciProvider(Kind.RUNC, ProviderContext.in(Path.of(arguments[0])));
            Sandbox sandbox = provider.create(SandboxSpec.defaults());
            sandbox.shell("setsid sleep 300 >/dev/null 2>&1 &");
            sandbox.start(Command.of("sleep", "300"));
            System.out.println(sandbox.id());
            System.in.read();
        }
    }
}
