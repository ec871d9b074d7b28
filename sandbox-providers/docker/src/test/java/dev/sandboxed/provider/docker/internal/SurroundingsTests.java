package dev.sandboxed.provider.docker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.CommandStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import org.junit.jupiter.api.Test;

/** What commands find, and what they are told when it is not there, is the same as with other providers. */
class SurroundingsTests extends EngineTest {

    private static final String ASK = "echo $HOME $LANG";

    @Test
    void commandsAreAtHomeInTheWorkdirAndSpeakUnicode() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThat(sandbox.shell(ASK).orThrow().stdout()).isEqualTo("/workspace C.UTF-8\n");
            assertThat(sandbox.exec(Command.shell(ASK).user("sandbox")).stdout())
                    .isEqualTo("/workspace C.UTF-8\n");
        }
    }

    @Test
    void whatTheImageSaysWinsAndWhatTheSpecSaysWinsOverBoth() {
        String image;
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            image = client().commitCmd(sandbox.info().nativeId())
                    .withEnv("HOME=/opt", "LANG=de_DE.UTF-8")
                    .exec();
        }
        try (Sandbox sandbox = provider.create(
                SandboxSpec.builder().image(image).env("LANG", "C").build())) {
            assertThat(sandbox.shell(ASK).orThrow().stdout()).isEqualTo("/opt C\n");
        } finally {
            client().removeImageCmd(image).withForce(true).exec();
        }
    }

    @Test
    void aUserThatIsNotThereIsNamed() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThatThrownBy(() -> sandbox.exec(Command.of("id").user("nobody-there")))
                    .isInstanceOf(CommandStartException.class)
                    .hasMessageContaining("'nobody-there'");
        }
        assertThatThrownBy(() -> provider.create(
                        SandboxSpec.builder().user("nobody-there").build()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'nobody-there'")
                .hasMessageContaining("/etc/passwd")
                .message()
                .containsOnlyOnce("provider docker");
    }

    @Test
    void aDirectoryThatIsAFileIsCalledSo() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            sandbox.files().write("/workspace/file", "text");

            assertThatThrownBy(() -> sandbox.exec(Command.of("pwd").cwd("/workspace/file")))
                    .isInstanceOf(SandboxFileException.class)
                    .hasMessageContaining("is no directory");
        }
    }
}
