package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.cli.internal.CliRunner.Ran;
import org.junit.jupiter.api.Test;

class MainTests {

    @Test
    void helpListsTheCommands() {
        Ran ran = new CliRunner().run("--help");

        assertThat(ran.code()).isZero();
        assertThat(ran.text()).contains("run", "doctor", "reap", "demo", "help");
        assertThat(new CliRunner().run("help").text()).isEqualTo(ran.text());
    }

    @Test
    void helpOfRunNamesEveryOptionAndTheExitCodes() {
        assertThat(new CliRunner().run("help", "run").text())
                .contains("--provider", "--isolation", "--upload", "--shell", "--timeout", "Exit codes:", "124", "125");
    }

    @Test
    void theVersionIsPrinted() {
        assertThat(new CliRunner().run("--version").text()).startsWith("sandboxed ");
    }

    @Test
    void anUnknownCommandIsExitCode2() {
        Ran ran = new CliRunner().run("docter");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr())
                .startsWith("sandboxed: Unmatched argument at index 0: 'docter'")
                .contains("Did you mean: sandboxed doctor");
    }

    @Test
    void noCommandIsExitCode2() {
        Ran ran = new CliRunner().run();

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).startsWith("sandboxed: Missing required subcommand");
    }

    @Test
    void anUnknownOptionOfDoctorIsExitCode2() {
        Ran ran = new CliRunner().run("doctor", "--jsno");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).startsWith("sandboxed: Unknown option: '--jsno'");
    }

    @Test
    void aMissingSettingsFileIsNamedWithoutAStackTrace() {
        Ran ran = new CliRunner().environment("SANDBOX_CONFIG", "/no/such").run("doctor");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.stderr())
                .startsWith(
                        "sandboxed: sandbox.config is '/no/such' (environment variable SANDBOX_CONFIG), but there is no"
                                + " such file\n  remedy: ")
                .doesNotContain("\tat ");
    }
}
