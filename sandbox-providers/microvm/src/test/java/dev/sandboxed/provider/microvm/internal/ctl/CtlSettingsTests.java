package dev.sandboxed.provider.microvm.internal.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.capability.Isolation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CtlSettingsTests {

    private static CtlSettings read(Map<String, String> environment) {
        return CtlSettings.read(context(environment), false);
    }

    private static ProviderContext context(Map<String, String> environment) {
        // Long, so that nothing is connected.
        return ProviderContext.in(Path.of("/nowhere/" + "x".repeat(100))).withEnvironment(environment);
    }

    private static List<String> argv(CtlSettings settings, String... words) {
        try (Route.Way way = settings.route().to(List.of(words))) {
            return way.argv();
        }
    }

    @Test
    void withoutAnySettingTheControllerIsAProgramOfThisHost() {
        CtlSettings settings = read(Map.of());
        assertThat(argv(settings, "probe")).containsExactly("microvmctl", "probe");
        assertThat(settings.isolation()).isEqualTo(Isolation.MICROVM);
        assertThat(settings.timeToLive()).isEqualTo(Duration.ofDays(1));
        assertThat(argv(CtlSettings.read(context(Map.of()), true), "probe"))
                .containsExactly("limactl", "shell", "sandboxed-worker", "--", "microvmctl", "probe");
    }

    @Test
    void aWholeLineWinsOverEverything() {
        CtlSettings settings = read(Map.of(
                "LOCAL_MICROVM_CLI", "my\\ ctl 'a b' \"c'd\" e\"f\\\"\"",
                "LOCAL_MICROVM_TRANSPORT", "ssh",
                "LOCAL_MICROVM_SSH_HOST", "box"));
        assertThat(argv(settings, "x")).containsExactly("my ctl", "a b", "c'd", "ef\"", "x");
    }

    @Test
    void eachTransportHasItsProgram() {
        assertThat(argv(read(Map.of("LOCAL_MICROVM_BACKEND_CLI", "other --fast")), "x"))
                .containsExactly("other", "--fast", "x");
        assertThat(argv(read(Map.of("LOCAL_MICROVM_TRANSPORT", "hyperv")), "x"))
                .containsExactly("hyperv-microvmctl", "x");
        assertThat(argv(read(Map.of("LOCAL_MICROVM_TRANSPORT", "hyperv", "LOCAL_MICROVM_HYPERV_CLI", "h.exe")), "x"))
                .containsExactly("h.exe", "x");
    }

    @Test
    void aHostMeansSshAndEveryWordIsQuotedForItsShell() {
        List<String> argv = argv(
                read(Map.of(
                        "HOME", "/home/me",
                        "LOCAL_MICROVM_SSH_HOST", "box",
                        "LOCAL_MICROVM_SSH_USER", "me",
                        "LOCAL_MICROVM_SSH_PORT", "2222",
                        "LOCAL_MICROVM_SSH_KEY_PATH", "~/.ssh/key",
                        "LOCAL_MICROVM_SSH_STRICT_HOST_KEY_CHECKING", "false")),
                "exec",
                "--",
                "a b",
                "$x",
                "it's",
                "new\nline");
        assertThat(argv.get(0)).isEqualTo("ssh");
        assertThat(argv)
                .contains("BatchMode=yes", "StrictHostKeyChecking=no", "/home/me/.ssh/key")
                .containsSequence("-l", "me")
                .containsSequence("-p", "2222");
        assertThat(argv.subList(argv.size() - 3, argv.size()))
                .containsExactly("--", "box", "microvmctl exec -- 'a b' '$x' 'it'\\''s' 'new\nline'");
    }

    @Test
    void aHostThatIsNotToldOtherwiseMustBeKnown() {
        assertThat(argv(read(Map.of("LOCAL_MICROVM_SSH_HOST", "box")), "x")).doesNotContain("StrictHostKeyChecking=no");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '#',
            value = {
                "LOCAL_MICROVM_CLI, a 'b, not closed",
                "LOCAL_MICROVM_CLI, a \"b, not closed",
                "LOCAL_MICROVM_CLI, a\\, backslash",
                "LOCAL_MICROVM_TRANSPORT, carrier-pigeon, #local, ssh, hyperv#",
                "LOCAL_MICROVM_SSH_HOST, -oProxyCommand=id, dash",
                "LOCAL_MICROVM_SSH_HOST, a b, blanks"
            })
    void aWrongSettingIsRefusedWithItsNameItsValueAndWhatWouldBeRight(String variable, String value, String remedy) {
        assertThatThrownBy(() -> read(Map.of(variable, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(variable)
                .hasMessageContaining(value)
                .hasMessageContaining(remedy);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "70000", "x", "-1", "22; id"})
    void aPortThatIsNoneIsRefused(String port) {
        assertThatThrownBy(() -> read(Map.of("LOCAL_MICROVM_SSH_HOST", "box", "LOCAL_MICROVM_SSH_PORT", port)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("LOCAL_MICROVM_SSH_PORT")
                .hasMessageContaining("'" + port + "'");
    }

    @Test
    void sshNeedsAHost() {
        assertThatThrownBy(() -> read(Map.of("LOCAL_MICROVM_TRANSPORT", "ssh")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("LOCAL_MICROVM_SSH_HOST");
    }

    @Test
    void ownSettingsAreCheckedToo() {
        assertThatThrownBy(() -> CtlSettings.read(context(Map.of()).withSettings(Map.of("isolation", "total")), false))
                .hasMessageContaining("sandbox.microvmctl.isolation")
                .hasMessageContaining("'total'")
                .hasMessageContaining("microvm");
        assertThatThrownBy(() -> CtlSettings.read(context(Map.of()).withSettings(Map.of("timeToLive", "0s")), false))
                .hasMessageContaining("sandbox.microvmctl.timeToLive");
    }
}
