package dev.sandboxed.provider.local.internal.proot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.provider.local.internal.CommandLines;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Programs of the host run around every command, and the command's variables are not meant for them. */
class ProotEnvironmentTests extends WithProot {

    /** The host's Perl loaded it from the root of the sandbox, outside of PRoot. */
    @Test
    void moduleOfPerlThatLiesInTheSandboxWasLoadedOutside() {
        Path harm = temporary.resolve("harm");
        Command command = Command.shell("echo $PERL5OPT $PERL5LIB; exec perl -e 'print $INC{q(Harm.pm)}'")
                .cwd("/")
                .env("PERL5LIB", ".")
                .env("PERL5OPT", "-MHarm");
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            sandbox.files().write("/Harm.pm", "open F, '>', '" + harm + "'; 1;\n");
            // The command itself gets what was asked for.
            assertThat(sandbox.exec(command).stdout()).isEqualTo("-MHarm .\nHarm.pm");
            assertThat(harm).doesNotExist();
        }
    }

    @Test
    void whereLibrariesAreIsSaidToTheCommandAlone() {
        SandboxSpec spec = SandboxSpec.builder().env("LD_PRELOAD", "./none.so").build();
        try (Sandbox sandbox = provider.create(spec)) {
            ExecResult result = sandbox.exec(Command.of("/bin/sh", "-c", "echo \"$LD_PRELOAD\""));
            assertThat(result.stdout()).isEqualTo("./none.so\n");
            // One complaint is the dynamic linker's of the command.
            assertThat(result.stderr().lines()).hasSize(1).allMatch(line -> line.contains("./none.so"));
        }
    }

    @Test
    void variablesWithNamesThatOurOwnScriptsCouldUseComeThrough() {
        Command command = Command.shell("echo \"$word,$pid,$rest,$PROOT_LOADER,$LD_ODD\"")
                .env("word", "a")
                .env("pid", "b")
                .env("rest", "c")
                .env("PROOT_LOADER", "d")
                .env("LD_ODD", "it's $HOME\n`id`");
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThat(sh(sandbox, "env")).doesNotContain("PROOT").doesNotContain("SANDBOXED_");
            assertThat(sandbox.exec(command).orThrow().stdout()).isEqualTo("a,b,c,d,it's $HOME\n`id`\n");
        }
    }

    /** The shell inside did not pass it on. */
    @Test
    void variableWithAnOddNameWasLost() {
        String value = "value-that-nobody-else-has-1414213562";
        SandboxSpec spec =
                SandboxSpec.builder().secret("A.B-C", Secret.of(value)).build();
        assertThatThrownBy(() -> provider.create(spec))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'A.B-C'")
                .hasMessageNotContaining(value);
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            assertThatThrownBy(() -> sandbox.exec(Command.of("env").env("A.B-C", value)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("letters, digits and underscores");
        }
    }

    @Test
    void secretsAreInNoCommandLine() {
        String value = "value-that-nobody-else-has-1732050807";
        SandboxSpec spec = SandboxSpec.builder()
                .secret("PLAIN", Secret.of(value))
                .secret("LD_ODD", Secret.of(value))
                .limits(Limits.builder().openFiles(64).build())
                .build();
        try (Sandbox sandbox = provider.create(spec);
                Execution execution = sandbox.start(Command.shell("echo $PLAIN $LD_ODD; sleep 300"))) {
            assertThat(execution.next().orElseThrow().text()).isEqualTo(value + " " + value + "\n");
            assertThat(CommandLines.with(value)).isEmpty();
        }
    }

    @Test
    void temporaryFolderThatBecameALinkBrokeEveryCommand() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            sh(sandbox, "rm -r /tmp && ln -s /workspace /tmp");
            assertThat(sh(sandbox, "echo works >/tmp/file; cat /workspace/file"))
                    .isEqualTo("works");
        }
    }

    @Test
    void directoryThatIsAFileWasSaidNotToExist() {
        try (Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            sh(sandbox, "echo >file; ln -s /workspace/file link");
            for (String file : List.of("file", "link")) {
                assertThatThrownBy(() -> sandbox.exec(Command.of("true").cwd(file)))
                        .isInstanceOf(SandboxFileException.class)
                        .isNotInstanceOf(SandboxFileNotFoundException.class)
                        .hasMessageContaining("The directory '" + file + "' of a command is not a directory");
            }
            assertThatThrownBy(() -> sandbox.exec(Command.of("true").cwd("/usr/none")))
                    .isInstanceOf(SandboxFileNotFoundException.class)
                    .hasMessageContaining("make it with files().mkdirs");
        }
    }
}
