package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import dev.sandboxed.cli.internal.FakeSandbox.Script;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunCommandTests {

    private final FakeProvider docker = new FakeProvider("docker", Isolation.CONTAINER, Capability.values());
    private final FakeProvider subprocess = new FakeProvider("subprocess", Isolation.PROCESS, Capability.STREAMING);

    @Test
    void outputIsPassedOnByteByByteAndTheExitCodeIsTheCommands() {
        docker.runs(Script.exits(7)
                .printing(Source.STDOUT, (byte) 0, (byte) 0xff)
                .printing(Source.STDERR, (byte) 'e')
                .printing(Source.STDOUT, (byte) '\n'));

        Ran ran = run("run", "--", "tool");

        assertThat(ran.code()).isEqualTo(7);
        assertThat(ran.stdout()).containsExactly(0, 0xff, '\n');
        assertThat(ran.stderr()).isEqualTo("e");
        assertThat(docker.made)
                .singleElement()
                .satisfies(sandbox -> assertThat(sandbox.closed).isTrue());
        assertThat(docker.closed).isTrue();
    }

    @Test
    void everythingAfterTheDashesIsTheCommandsOwn() {
        run("run", "--", "printf", "--provider", "@home", "", "${x}", "--", "-h", "'q'");

        assertThat(command().argv()).containsExactly("printf", "--provider", "@home", "", "${x}", "--", "-h", "'q'");
    }

    @Test
    void theDashesMayBeLeftOut() {
        run("run", "--quiet", "ls", "-l", "--help");

        assertThat(command().argv()).containsExactly("ls", "-l", "--help");
    }

    @Test
    void theTerminalsInputIsStreamedIn() {
        run("run", "--", "cat");

        assertThat(command().stdin()).isInstanceOf(Stdin.Streamed.class);
        assertThat(command().timeout()).isEqualTo(Duration.ofHours(24));
    }

    @Test
    void everyOptionReachesTheSpecOrTheCommand() {
        Ran ran = run(
                "run",
                "--image",
                "debian",
                "--cpus",
                "0.5",
                "--memory",
                "256m",
                "--disk",
                "1g",
                "--bandwidth",
                "2m",
                "--processes",
                "64",
                "--files",
                "256",
                "--address-space",
                "2g",
                "--cpu-time",
                "10s",
                "--network",
                "none",
                "--timeout",
                "5s",
                "--env",
                "A=1=2",
                "--env",
                "B=",
                "--user",
                "nobody",
                "--workdir",
                "/work",
                "--read-only-root",
                "--cwd",
                "sub",
                "--label",
                "team=x",
                "--",
                "id");

        assertThat(ran.stderr()).isEmpty();
        assertThat(docker.made.get(0).spec)
                .isEqualTo(SandboxSpec.builder()
                        .image("debian")
                        .limits(Limits.builder()
                                .cpus(0.5)
                                .memory(DataSize.ofMebibytes(256))
                                .disk(DataSize.ofGibibytes(1))
                                .bandwidth(DataSize.ofMebibytes(2))
                                .processes(64)
                                .openFiles(256)
                                .addressSpace(DataSize.ofGibibytes(2))
                                .cpuTime(Duration.ofSeconds(10))
                                .build())
                        .network(Network.NONE)
                        .env(Map.of("A", "1=2"))
                        .env("B", "")
                        .user("nobody")
                        .workdir("/work")
                        .readOnlyRoot(true)
                        .label("team", "x")
                        .build());
        assertThat(command().timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(command().cwd()).hasValue("sub");
    }

    @Test
    void theNetworkMayBeAListOfHosts() {
        run("run", "--network", "a.example,b.example", "--", "true");

        assertThat(docker.made.get(0).spec.network()).hasValue(NetworkPolicy.allowing("a.example", "b.example"));
    }

    @Test
    void withShellTheWordsAreAScript() {
        run("run", "--shell", "--", "echo $HOME;", "exit 3");

        assertThat(command().script()).hasValue("echo $HOME; exit 3");
    }

    @Test
    void aFolderIsUploadedBeforeTheCommandRuns(@TempDir Path folder) {
        run("run", "--upload", folder.toString(), "--", "ls");

        assertThat(docker.made.get(0).fileCalls)
                .singleElement()
                .asString()
                .startsWith("upload[" + folder + ", /workspace");
    }

    @Test
    void aTimeoutIsExitCode124WithTheReason() {
        docker.runs(Script.ends(Ending.timedOut()));

        Ran ran = run("run", "--timeout", "1500ms", "--", "sleep", "9");

        assertThat(ran.code()).isEqualTo(124);
        assertThat(ran.stderr())
                .isEqualTo("sandboxed: the command was killed after 1500ms\n  remedy: allow more with --timeout\n");
    }

    @Test
    void aSignalIs128PlusItsNumber() {
        docker.runs(Script.ends(Ending.signaled(Signal.TERM)));

        assertThat(run("run", "--", "x").code()).isEqualTo(143);
    }

    @Test
    void lackOfMemoryIsSaid() {
        docker.runs(Script.ends(Ending.outOfMemory()));

        Ran ran = run("run", "--", "x");

        assertThat(ran.code()).isEqualTo(137);
        assertThat(ran.stderr()).contains("for lack of memory").contains("--memory");
    }

    @Test
    void aProviderThatCannotStreamPrintsAfterwards() {
        FakeProvider plain = new FakeProvider("runc", Isolation.CONTAINER)
                .runs(Script.exits(3).printing(Source.STDOUT, (byte) 'o').printing(Source.STDERR, (byte) 'e'));

        Ran ran = new CliRunner(plain).run("run", "--", "x");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.text()).isEqualTo("o");
        assertThat(ran.stderr()).isEqualTo("e");
    }

    @Test
    void whenNobodyReadsTheOutputTheCommandIsKilled() {
        docker.runs(Script.exits(0).printing(Source.STDOUT, (byte) 'y').printing(Source.STDOUT, (byte) 'y'));

        Ran ran = new CliRunner(docker).writingToNobody().run("run", "--", "yes");

        assertThat(ran.code()).isEqualTo(141);
        assertThat(ran.stderr()).isEmpty();
        assertThat(docker.made.get(0).killed).isTrue();
        assertThat(docker.made.get(0).closed).isTrue();
    }

    @Test
    void whenNobodyReadsTheErrorsTheCommandIsKilledToo() {
        docker.runs(Script.exits(0).printing(Source.STDERR, (byte) 'y').printing(Source.STDERR, (byte) 'y'));

        assertThat(new CliRunner(docker).tellingNobody().run("run", "--", "yes").code())
                .isEqualTo(141);
        assertThat(docker.made.get(0).killed).isTrue();
    }

    @Test
    void weakIsolationIsSaidUnlessSilenced() {
        CliRunner weak = new CliRunner(subprocess);

        assertThat(weak.run("run", "--", "true").stderr())
                .isEqualTo("sandboxed: warning: provider 'subprocess' isolates nothing: the command can read and change"
                        + " whatever you can (--isolation asks for more, --quiet silences this)\n");
        assertThat(weak.run("run", "--quiet", "--", "true").stderr()).isEmpty();
    }

    @Test
    void verboseTellsTheChoiceAndEveryRejection() {
        docker.isUnavailable("no daemon answers", "systemctl start docker");

        assertThat(run("run", "--verbose", "--quiet", "--", "true").stderr())
                .isEqualTo(
                        "sandboxed: running on subprocess 1.0, isolation process; passed over: docker: no daemon answers"
                                + " (remedy: systemctl start docker)\n");
    }

    @Test
    void noSandboxIsExitCode125WithEveryReasonAndRemedyAndNoStackTrace() {
        docker.isUnavailable("no daemon answers", "systemctl start docker");

        Ran ran = run("run", "--isolation", "container", "--", "true");

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).isEqualTo("""
                        sandboxed: No provider for isolation container or stronger:
                          - docker: no daemon answers (remedy: systemctl start docker)
                          - subprocess: its isolation process is below the floor container (remedy: accept less with \
                        isolation process, if what runs inside may be trusted that far)
                        """);
        assertThat(run("run", "--verbose", "--isolation", "microvm", "--", "true")
                        .stderr())
                .contains("\tat dev.sandboxed.core.internal.choice.ProviderChain");
    }

    @Test
    void anUnknownProviderIsExitCode125WithTheNearest() {
        Ran ran = run("run", "--provider", "dcoker", "--", "true");

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).isEqualTo("""
                        sandboxed: No provider is called 'dcoker'; there are docker, subprocess
                          remedy: did you mean docker?
                        """);
    }

    @Test
    void optionsWinOverTheEnvironment() {
        CliRunner runner = new CliRunner(docker, subprocess).environment("SANDBOX_PROVIDER", "docker");

        runner.run("run", "--", "true");
        assertThat(docker.made).hasSize(1);

        runner.run("run", "--provider", "subprocess", "--", "true");
        assertThat(subprocess.made).hasSize(1);
    }

    @Test
    void aSettingThatMeansNothingIsReported() {
        Ran ran = new CliRunner(docker).environment("SANDBOX_PROVDER", "x").run("run", "--", "true");

        assertThat(ran.code()).isZero();
        assertThat(ran.stderr())
                .startsWith("sandboxed: warning: Unknown setting 'SANDBOX_PROVDER'")
                .contains("did you mean SANDBOX_PROVIDER?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --memory 12q        | Invalid value for option '--memory': Not a data size: '12q'; write a whole
            --memory -5m        | Invalid value for option '--memory': Not a data size: '-5m'; write a whole
            --cpus many         | Invalid value for option '--cpus': 'many' is not a double
            --processes 1e3     | Invalid value for option '--processes': '1e3' is not an int
            --timeout 5         | Invalid value for option '--timeout': Not a duration: '5'; write a whole number
            --timeout 0s        | A command's timeout must be above zero and at most 365 days, but was PT0S
            --isolation strong  | Invalid value for option '--isolation': Not an isolation level: 'strong'; use one of
            --env NOVALUE       | Invalid value for option '--env' (K=V): Not a name and a value: 'NOVALUE'; write
            --env =x            | Invalid value for option '--env' (K=V): Not a name for an environment variable: ''
            --network a,,b      | Invalid value for option '--network': Not a host for an allow-list: ''
            --upload /no/such   | Invalid value for option '--upload': '/no/such' is not a directory; name one that exists
            --provder docker    | Unknown option: '--provder'
            --memory            | Expected parameter for option '--memory' but found
            """)
    void wrongOptionsAreExitCode125SayingWhatWhichValueAndTheRemedy(String options, String message) {
        assertThat(refused(options))
                .startsWith("sandboxed: " + message)
                .contains("  remedy: see 'sandboxed run --help'\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --disk 1            | Limit 'disk' must be between 4k and 1p, but was 1; give for example 256m
            --cpus -1           | Limit 'cpus' must be above 0 and at most 4096, but was -1.0; give for example
            --processes -1      | Limit 'processes' must be between 1 and 4194304, but was -1; give for example 64
            --cpu-time 1500ms   | Limit 'cpuTime' must be whole seconds, from 1 second to 365 days, but was PT1.5S
            """)
    void valuesOutOfRangeAreExitCode125SayingWhatWhichValueAndTheRemedy(String options, String message) {
        assertThat(refused(options))
                .startsWith("sandboxed: sandbox.")
                .contains("(command line option for sandbox.")
                .contains("but that cannot be used: " + message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--user", "--workdir", "--image", "--provider"})
    void anOptionThatWasBlankWasTakenForNone(String option) {
        Ran ran = run("run", option, " ", "--", "true");

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr())
                .startsWith(
                        "sandboxed: The option for sandbox." + option.substring(2) + " must not be blank, but was ' '")
                .contains("leave it out for the default");
        assertThat(docker.made).isEmpty();
    }

    private String refused(String options) {
        String[] args = Stream.of(List.of("run"), List.of(options.split(" ")), List.of("--", "true"))
                .flatMap(List::stream)
                .toArray(String[]::new);

        Ran ran = run(args);

        assertThat(ran.code()).isEqualTo(125);
        assertThat(docker.made).isEmpty();
        assertThat(subprocess.made).isEmpty();
        return ran.stderr();
    }

    @Test
    void withoutACommandTheUsageIsWrong() {
        Ran ran = run("run", "--quiet");

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).startsWith("sandboxed: Missing required parameter: 'COMMAND'");
    }

    private Ran run(String... args) {
        return new CliRunner(docker, subprocess).run(args);
    }

    private Command command() {
        return docker.made.get(0).commands.get(0);
    }
}
