package dev.sandboxed.provider.oci.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.linux.internal.proc.Signals;
import dev.sandboxed.provider.oci.internal.Leftovers;
import dev.sandboxed.provider.oci.internal.OciProvider;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import dev.sandboxed.provider.oci.internal.owner.OwnerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of what carries a sandbox's packets nothing is left either when its owner was killed. */
@Timeout(120)
class NetworkOwnerTests extends WithFullNetwork {

    private static final String CARRIER = "slirp4netns";

    NetworkOwnerTests(Kind kind) {
        super(kind);
    }

    @Test
    void theCarrierEndsWithItsOwnerBeforeAnybodyReaps() throws Exception {
        Process owner = fork();
        String theirs = owner.inputReader().readLine();
        assertThat(carriersOf(theirs)).hasSize(1);
        owner.destroyForcibly().waitFor();

        await().untilAsserted(() -> assertThat(carriersOf(theirs)).isEmpty());
        assertThat(provider.reap().removed()).containsExactly(theirs);
        await().untilAsserted(() -> assertThat(Leftovers.of(theirs, state)).isEmpty());
    }

    @Test
    void aCarrierThatDoesNotNoticeTheEndOfItsOwnerIsReaped() throws Exception {
        Process owner = fork();
        String theirs = owner.inputReader().readLine();
        ProcessHandle carrier = carriersOf(theirs).get(0);
        Signals.send((int) carrier.pid(), Signal.STOP);
        owner.destroyForcibly().waitFor();
        assertThat(carriersOf(theirs)).hasSize(1);

        assertThat(provider.reap().removed()).containsExactly(theirs);
        await().untilAsserted(() -> assertThat(Leftovers.of(theirs, state)).isEmpty());
    }

    private static List<ProcessHandle> carriersOf(String id) {
        return ProcessHandle.allProcesses()
                .filter(process -> read(process, "environ").contains("SANDBOXED=" + id + "\0"))
                .filter(process -> read(process, "cmdline").contains(CARRIER))
                .toList();
    }

    private static String read(ProcessHandle process, String file) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(process.pid()), file), StandardCharsets.ISO_8859_1)
                    + "\0";
        } catch (IOException gone) {
            return "";
        }
    }

    private Process fork() throws IOException {
        return OwnerProcess.start(Program.class, state.toString(), kind.name());
    }

    /** Owns a sandbox with a network, and waits. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            OciProvider provider =
                    new OciProvider(Kind.valueOf(arguments[1]), ProviderContext.in(Path.of(arguments[0])));
            Sandbox sandbox = provider.create(full().build());
            System.out.println(sandbox.id());
            System.in.read();
        }
    }
}
