package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import dev.sandboxed.cli.internal.shell.KeptOnHost;
import dev.sandboxed.core.internal.kept.KeptSandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(120)
class ShellCommandTests {

    @TempDir
    Path folder;

    private Path state() {
        return folder.resolve("state");
    }

    private Ran run(String input, String... args) {
        return new RealHost(folder).run(input, args);
    }

    private KeptSandbox keep(String provider, SandboxSpec spec) throws IOException {
        return new KeptOnHost(state()).keep(provider, spec, inAnHour());
    }

    private static Instant inAnHour() {
        return Instant.now().plus(Duration.ofHours(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"subprocess", "proot", "bubblewrap", "runc", "gvisor", "docker"})
    void aShellFindsTheFilesReadsItsInputAndGivesItsCode(String provider) throws IOException {
        KeptSandbox kept =
                keep(provider, SandboxSpec.builder().env("NAME", "value").build());
        String input = "cat left.txt; echo \" $NAME\"; echo changed >left.txt; echo oops >&2; exit 7\n";

        for (int times = 0; times < 2; times++) {
            Ran ran = run(input, "shell", kept.id());

            assertThat(ran.text()).as(ran.stderr()).isEqualTo("by the test value\n");
            assertThat(ran.stderr())
                    .contains(
                            "a copy of the sandbox of SomeTests.fails on " + provider,
                            "its files, but not its processes")
                    .endsWith("oops\n");
            assertThat(ran.code()).isEqualTo(7);
        }
        forget(kept);
    }

    /** What an engine keeps lies in no folder of this test. */
    private void forget(KeptSandbox kept) throws IOException {
        Path file = state().resolve("kept-states").resolve(kept.id() + ".properties");
        Files.writeString(file, Files.readString(file).replaceFirst("until=.*", "until=2001-01-01T00\\\\:00\\\\:00Z"));
        Ran reaped = run("", "reap");
        assertThat(reaped.text())
                .as(reaped.stderr())
                .contains("kept sandboxes: removed 1\n  " + kept.id() + " of SomeTests.fails\n");
        assertThat(run("", "shell", kept.id()).stderr()).contains("none is kept");
        assertThat(run("", "reap").text()).doesNotContain("kept sandboxes");
        Path snapshots = state().resolve(kept.provider()).resolve("snapshots");
        if (Files.exists(snapshots)) {
            try (Stream<Path> left = Files.list(snapshots)) {
                assertThat(left.filter(file1 -> !file1.toString().endsWith(".lock")))
                        .isEmpty();
            }
        }
    }

    @Test
    void aCommandIsRunInsteadAndTheBeginningOfAnIdWillDo() throws IOException {
        KeptSandbox kept = keep("subprocess", SandboxSpec.defaults());
        String beginning = kept.id().substring(0, kept.id().length() - 2);

        assertThat(run("", "shell", beginning, "--", "cat", "left.txt").text()).isEqualTo("by the test");
        assertThat(run("", "shell", beginning, "sh", "-c", "exit 3").code()).isEqualTo(3);
        assertThat(run("", "shell", "--state-dir", state().toString(), kept.id(), "cat", "left.txt")
                        .text())
                .isEqualTo("by the test");
    }

    @Test
    void aProviderThatIsolatesNothingIsWarnedOf() throws IOException {
        KeptSandbox kept = keep("subprocess", SandboxSpec.defaults());

        assertThat(run("", "shell", kept.id(), "true").stderr())
                .contains(
                        "warning: provider 'subprocess' isolates nothing: the command can read and change whatever you"
                                + " can\n");
    }

    @Test
    void anEmptyIdIsExitCode125() throws IOException {
        keep("subprocess", SandboxSpec.defaults());

        Ran ran = run("", "shell", "", "true");
        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).contains("An empty id");
    }

    @Test
    void withoutAnIdThoseAreListedThatAreKept() throws IOException {
        assertThat(run("", "shell").text()).startsWith("no sandbox is kept\n").contains("sandbox.keep=on-failure");

        KeptSandbox kept = keep("subprocess", SandboxSpec.defaults());
        Ran ran = run("", "shell");

        assertThat(ran.code()).isZero();
        assertThat(ran.text().lines()).hasSize(2).first().asString().matches("ID +PROVIDER +UNTIL +TEST");
        assertThat(ran.text()).containsPattern(kept.id() + " +subprocess +20.* SomeTests\\.fails\n");
    }

    @Test
    void anUnknownOneIsExitCode125WithWhatThereIs() throws IOException {
        KeptSandbox kept = keep("subprocess", SandboxSpec.defaults());

        Ran ran = run("", "shell", "docker-77");

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).contains("'docker-77'; there are " + kept.id(), "remedy: ");
    }

    @Test
    void oneWhoseTimeIsUpIsExitCode125WithWhenThatWas() throws IOException {
        KeptSandbox kept = new KeptOnHost(state())
                .keep("subprocess", SandboxSpec.defaults(), Instant.parse("2026-01-01T00:00:00Z"));

        Ran ran = run("", "shell", kept.id());

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).contains("was kept until 2026-01-01T00:00:00Z", "sandbox.keepFor");
    }

    @Test
    void aProviderThatIsUnavailableByNowIsExitCode125WithItsRemedy() throws IOException {
        KeptSandbox kept = keep("subprocess", SandboxSpec.defaults());
        FakeProvider broken =
                new FakeProvider("subprocess", Isolation.PROCESS).isUnavailable("it was removed", "install it");

        Ran ran = new CliRunner(broken).run("shell", "--state-dir", state().toString(), kept.id());
        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).contains("unavailable: it was removed", "remedy: install it");

        Ran without = new CliRunner().run("shell", "--state-dir", state().toString(), kept.id());
        assertThat(without.code()).isEqualTo(125);
        assertThat(without.stderr()).contains("No provider is called 'subprocess'");
    }

    @Test
    void whatIsSecretIsMissingAndNamed() throws IOException {
        KeptSandbox kept = keep(
                "subprocess",
                SandboxSpec.builder().secret("TOKEN", Secret.of("s3cret-value")).build());

        Ran ran = run("", "shell", kept.id(), "sh", "-c", "echo \"token=$TOKEN.\"");

        assertThat(ran.text()).isEqualTo("token=.\n");
        assertThat(ran.stderr())
                .contains("warning: the secret TOKEN is missing here")
                .doesNotContain("s3cret-value");
    }

    /** A shell on a terminal says who it is, and shows what is typed. */
    @Test
    void aPersonAtATerminalGetsOneInside() throws IOException {
        KeptSandbox kept = keep("subprocess", SandboxSpec.defaults());
        SandboxProviderFactory factory = ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals("subprocess"))
                .findFirst()
                .orElseThrow();
        Command line = Command.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dsandbox.stateDir=" + state(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "shell",
                        kept.id())
                .env("PATH", System.getenv("PATH"));
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/stty")) || Files.isExecutable(Path.of("/bin/stty")), "no stty");
        try (SandboxProvider desk = factory.open(ProviderContext.in(folder.resolve("desk")));
                Sandbox seat = desk.create(SandboxSpec.defaults());
                Terminal terminal = seat.terminal(line, new TerminalSize(101, 33))) {
            terminal.input().write("test -t 0 && stty size && cat left.txt; exit 9\n".getBytes(StandardCharsets.UTF_8));
            terminal.input().flush();
            String shown = new String(terminal.output().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(shown).contains("33 101", "by the test");
            assertThat(terminal.await().exitCode()).as(shown).isEqualTo(9);
        }
    }
}
