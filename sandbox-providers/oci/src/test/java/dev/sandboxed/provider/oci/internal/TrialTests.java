package dev.sandboxed.provider.oci.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import dev.sandboxed.provider.oci.internal.owner.OwnerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A status is found out by running a container, and whoever runs it may be killed meanwhile. */
@NeedsRuntime(Kind.RUNC)
@Timeout(120)
class TrialTests extends WithProvider {

    @TempDir
    Path temporary;

    TrialTests() {
        super(Kind.RUNC);
    }

    /** A runtime that kills who started it when it should run a container, and stays itself. */
    private Path assassin() throws IOException {
        return program("for word; do [ \"$word\" = run ] && kill -9 $PPID && exec sleep 300; done");
    }

    /** A program that runs a line and then the real runtime, under the same name. */
    private Path program(String line) throws IOException {
        Path program = Files.writeString(temporary.resolve("runc"), "#!/bin/sh\n" + line + "\nexec runc \"$@\"\n");
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** On a busy machine it took longer than a status may, and the creation failed that had minutes left. */
    @Test
    void aCreationWaitsLongerForTheVersionThanAStatusDoes() throws IOException {
        Path slow = program("[ \"$1\" = --version ] && sleep 1.2");
        try (OciProvider busy = new OciProvider(
                        Kind.RUNC, ProviderContext.in(state).withSettings(Map.of("program", slow.toString())));
                Sandbox sandbox = busy.create(SandboxSpec.defaults())) {
            assertThat(sandbox.shell("echo made").stdout()).isEqualTo("made\n");
        }
    }

    @Test
    void whatATrialThatWasKilledLeavesIsReaped() throws Exception {
        create().close();
        Path folder = Files.createDirectory(temporary.resolve("tmp"));
        Process killed =
                OwnerProcess.start(Program.class, state.toString(), assassin().toString(), folder.toString());
        assertThat(killed.waitFor()).isEqualTo(128 + 9);

        assertThat(provider.list()).isEmpty();
        ReapReport report = provider.reap();

        assertThat(report.removed()).singleElement().asString().startsWith("runc-probe-");
        assertThat(folder).isEmptyDirectory();
        assertThat(state.resolve("sandboxes")).isEmptyDirectory();
        assertThat(state.resolve("records")).isEmptyDirectory();
        String id = report.removed().get(0);
        await().untilAsserted(() -> assertThat(Leftovers.of(id, state)).isEmpty());
    }

    @Test
    void aTrialLeavesTheStateFolderAsItWas() throws IOException {
        assertThat(provider.status()).isInstanceOf(ProviderStatus.Available.class);
        assertThat(state).isEmptyDirectory();

        create().close();
        assertThat(provider.status()).isInstanceOf(ProviderStatus.Available.class);
        assertThat(state.resolve("sandboxes")).isEmptyDirectory();
        assertThat(state.resolve("records")).isEmptyDirectory();
    }

    /** Asks for the status, and is killed before it is told. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) {
            System.setProperty("java.io.tmpdir", arguments[2]);
            ProviderContext context =
                    ProviderContext.in(Path.of(arguments[0])).withSettings(Map.of("program", arguments[1]));
            System.out.println(new OciProvider(Kind.RUNC, context).status());
        }
    }
}
