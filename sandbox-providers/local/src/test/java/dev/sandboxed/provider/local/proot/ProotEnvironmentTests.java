package dev.sandboxed.provider.local.proot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.file.Path;
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
}
