package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.files.WriteOptions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Where commands start, what they are called by, and what is said when that cannot be. */
class CommandPlaceTests extends WithProvider {

    private static void write(Sandbox sandbox, String path) {
        byte[] script = "#!/bin/sh\necho \"$0\"\n".getBytes(StandardCharsets.UTF_8);
        sandbox.files().write(path, new ByteArrayInputStream(script), WriteOptions.DEFAULT.withMode(0755));
    }

    @Test
    void scriptSawThePathOfTheHostInsteadOfTheNameItWasCalledBy() {
        try (Sandbox sandbox = create()) {
            write(sandbox, "show");
            write(sandbox, "below/show");
            assertThat(sandbox.exec("./show").stdout()).isEqualTo("./show\n");
            assertThat(sandbox.exec("below/../show").stdout()).isEqualTo("below/../show\n");
            assertThat(sandbox.exec(Command.of("../show").cwd("below")).stdout())
                    .isEqualTo("../show\n");
            assertThat(sandbox.exec(Command.of("show").env("PATH", "below:/bin"))
                            .stdout())
                    .isEqualTo("below/show\n");
        }
    }

    @Test
    void directoryThatIsAFileWasSaidNotToExist() {
        try (Sandbox sandbox = create()) {
            sandbox.files().write("file", "content");
            assertThatThrownBy(() -> sandbox.exec(Command.of("true").cwd("file")))
                    .isInstanceOf(SandboxFileException.class)
                    .isNotInstanceOf(SandboxFileNotFoundException.class)
                    .hasMessageContaining("The directory 'file' of a command is not a directory")
                    .hasMessageContaining("give another cwd");
        }
    }

    /** The remedy was to make it, and it was there. */
    @Test
    void directoryOfTheHostIsToldFromOneOfTheSandbox() {
        try (Sandbox sandbox = create()) {
            assertThatThrownBy(() -> sandbox.exec(Command.of("true").cwd("/usr")))
                    .isInstanceOf(SandboxFileNotFoundException.class)
                    .hasMessageContaining("'/usr'")
                    .hasMessageContaining("is meant inside of the sandbox")
                    .hasMessageContaining("cd /usr");
        }
    }

    @Test
    void directoryThatACommandPrintedIsTranslatedInTheRemedy() {
        try (Sandbox sandbox = create()) {
            String printed =
                    sandbox.shell("mkdir below; cd below; pwd").stdout().strip();
            assertThatThrownBy(() -> sandbox.exec(Command.of("true").cwd(printed)))
                    .isInstanceOf(SandboxFileNotFoundException.class)
                    .hasMessageContaining("give '/workspace/below' as cwd");
        }
    }

    @Test
    void temporaryFolderThatBecameALinkBrokeEveryCommand() {
        try (Sandbox sandbox = create()) {
            sandbox.shell("rm -r \"$TMPDIR\" && ln -s /nowhere \"$TMPDIR\"").orThrow();
            assertThat(sandbox.shell("echo works").stdout()).isEqualTo("works\n");
        }
    }
}
