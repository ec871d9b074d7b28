package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import dev.sandboxed.cli.internal.doctor.DoctorText;
import dev.sandboxed.core.internal.choice.ProviderReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Help.Ansi;

class DoctorCommandTests {

    private final FakeProvider docker = new FakeProvider("docker", Isolation.CONTAINER, Capability.IMAGE)
            .isUnavailable("no daemon answers", "systemctl start docker");
    private final FakeProvider gvisor =
            new FakeProvider("gvisor", Isolation.USERSPACE_KERNEL).isUnavailable("this is no Linux", "");
    private final FakeProvider subprocess =
            new FakeProvider("subprocess", Isolation.PROCESS, Capability.STREAMING, Capability.LIMIT_PIDS);

    @Test
    void everyProviderIsPrintedWithAllThatIsKnown() {
        Ran ran = new CliRunner(subprocess, docker, gvisor).run("doctor");

        assertThat(ran.code()).isZero();
        assertThat(ran.text()
                        .lines()
                        .filter(line -> !line.matches(" {4}(protects|but not) .*| {9,}.*"))
                        .collect(Collectors.joining("\n", "", "\n")))
                .isEqualTo("""
                        PROVIDER    STATUS       ISOLATION         VERSION
                        gvisor      unavailable  userspace-kernel  -
                            reason: this is no Linux
                        docker      unavailable  container         -
                            offers: IMAGE
                            reason: no daemon answers
                            remedy: systemctl start docker
                        subprocess  available    process           1.0
                            offers: STREAMING, LIMIT_PIDS
                        """);
    }

    @Test
    void itIsToldWhatTheIsolationProtectsFromAndWhatNot() throws IOException {
        CliRunner runner = new CliRunner(gvisor, subprocess);
        JsonNode first = new ObjectMapper()
                .readTree(runner.run("doctor", "--json").stdout())
                .at("/providers/0");

        assertThat(runner.run("doctor").text())
                .contains("    protects from: accidents: commands that never end")
                .contains("    but not from: holes in the kernel in user space, and in the processor\n");
        assertThat(first.path("protectsFrom").asText()).isEqualTo(Isolation.USERSPACE_KERNEL.protectsFrom());
        assertThat(first.path("doesNotProtectFrom").asText())
                .isEqualTo(Isolation.USERSPACE_KERNEL.doesNotProtectFrom());
    }

    @Test
    void whatAProviderFoundOutIsPrintedToo() {
        List<ProviderReport> reports = List.of(new ProviderReport(
                "qemu", new ProviderStatus.Available("9", Map.of("kvm", "no", "cpu", "x")), null, Optional.empty()));

        assertThat(new DoctorText(Ansi.OFF, false).render(reports)).contains("\n    details: cpu = x, kvm = no\n");
    }

    @Test
    void ofAReasonOnlyItsBeginningIsToldUnlessMoreIsWanted() {
        docker.isUnavailable("no engine answers; tried this; that", "start one");
        CliRunner runner = new CliRunner(docker);

        assertThat(runner.run("doctor").text())
                .contains("\n    reason: no engine answers (--verbose tells more)\n    remedy: start one\n");
        assertThat(runner.run("doctor", "--verbose").text())
                .contains("\n    reason: no engine answers; tried this; that\n    remedy: start one\n");
        assertThat(runner.run("doctor", "--watch", "1", "--count", "1").text()).contains("  no engine answers\n");
        assertThat(runner.run("doctor", "--watch", "1", "--count", "1", "--verbose")
                        .text())
                .contains("  no engine answers; tried this; that\n");
    }

    @Test
    void longTextsAreWrappedUnderTheirBeginning() {
        subprocess.isUnavailable("word ".repeat(30), "");

        assertThat(new CliRunner(subprocess).run("doctor").text().lines().skip(2))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100))
                .anySatisfy(line -> assertThat(line).startsWith("            word"));
    }

    @Test
    void coloursAreUsedOnlyWhereTheyAreUnderstood() {
        List<ProviderReport> reports =
                List.of(new ProviderReport("one", new ProviderStatus.Available("1", Map.of()), null, Optional.empty()));

        assertThat(new DoctorText(Ansi.ON, false).render(reports)).contains("\u001b[32mavailable\u001b[");
        assertThat(new DoctorText(Ansi.OFF, false).render(reports)).doesNotContain("\u001b");
    }

    @Test
    void inJsonEveryKeyIsAlwaysThere() throws IOException {
        Ran ran = new CliRunner(subprocess, docker, gvisor).run("doctor", "--json");

        JsonNode root = new ObjectMapper().readTree(ran.stdout());
        for (JsonNode provider : root.path("providers")) {
            assertThat(Instant.parse(provider.path("since").asText()))
                    .isBeforeOrEqualTo(
                            Instant.parse(provider.path("lastCheck").asText()).plusSeconds(60));
            ((ObjectNode) provider).remove(List.of("protectsFrom", "doesNotProtectFrom", "since", "lastCheck"));
        }
        assertThat(root).isEqualTo(new ObjectMapper().readTree("""
                                {"providers": [
                                  {"name": "gvisor", "status": "unavailable", "version": null,
                                   "isolation": "USERSPACE_KERNEL", "capabilities": [],
                                   "reason": "this is no Linux", "remedy": null,
                                   "live": null, "startupMillis": null, "lastError": null, "headroom": null},
                                  {"name": "docker", "status": "unavailable", "version": null,
                                   "isolation": "CONTAINER", "capabilities": ["IMAGE"],
                                   "reason": "no daemon answers", "remedy": "systemctl start docker",
                                   "live": null, "startupMillis": null, "lastError": null, "headroom": null},
                                  {"name": "subprocess", "status": "available", "version": "1.0",
                                   "isolation": "PROCESS", "capabilities": ["STREAMING", "LIMIT_PIDS"],
                                   "reason": null, "remedy": null,
                                   "live": 0, "startupMillis": null, "lastError": null, "headroom": null}
                                ]}
                                """));
        assertThat(ran.stderr()).isEmpty();
    }

    @Test
    void watchingLooksAgainAndTellsWhatHasChanged() {
        AtomicInteger looks = new AtomicInteger();
        docker.answers(() -> looks.incrementAndGet() == 1
                ? new ProviderStatus.Available("20.10", Map.of())
                : new ProviderStatus.Unavailable("the engine died", ""));

        Ran ran = new CliRunner(subprocess, docker).run("doctor", "--watch", "1", "--count", "2");

        assertThat(ran.code()).isZero();
        assertThat(ran.text().lines().filter(line -> line.startsWith("docker")))
                .hasSize(2)
                .satisfiesExactly(
                        first -> assertThat(first).contains(" available "),
                        second -> assertThat(second).contains(" unavailable ").endsWith("  the engine died"));
        assertThat(ran.text().lines().filter(line -> line.startsWith("PROVIDER")))
                .hasSize(2);
    }

    @Test
    void watchingForProgramsIsALineForEachLook() throws IOException {
        Ran ran = new CliRunner(subprocess).run("doctor", "--json", "--watch", "1", "--count", "2");

        List<String> lines = ran.text().lines().toList();
        assertThat(lines).hasSize(2);
        JsonNode first = new ObjectMapper().readTree(lines.get(0)).at("/providers/0");
        JsonNode second = new ObjectMapper().readTree(lines.get(1)).at("/providers/0");
        assertThat(second.path("since")).isEqualTo(first.path("since"));
        assertThat(second.path("lastCheck")).isNotEqualTo(first.path("lastCheck"));
    }

    @Test
    void wrongWatchingIsToldWithItsValue() {
        CliRunner runner = new CliRunner(subprocess);

        assertThat(runner.run("doctor", "--watch", "0").stderr()).contains("--watch must be at least 1, but was 0");
        assertThat(runner.run("doctor", "--watch", "--count", "-1").stderr())
                .contains("--count must be at least 1, but was -1");
        assertThat(runner.run("doctor", "--count", "3").stderr()).contains("give --watch, too");
    }

    @Test
    void theReportHasWhatProgramsWouldBePrinted(@TempDir Path folder) throws IOException {
        Path report = folder.resolve("doctor.json");
        CliRunner runner = new CliRunner(subprocess, docker);

        assertThat(runner.run("doctor", "--report", report.toString()).text()).startsWith("PROVIDER ");
        assertThat(new ObjectMapper().readTree(report.toFile()).at("/providers").findValuesAsText("reason"))
                .containsExactly("no daemon answers", "null");
    }

    @Test
    void aReportThatCannotBeWrittenIsToldWithItsFile(@TempDir Path folder) {
        CliRunner runner = new CliRunner(subprocess);

        assertThat(runner.run("doctor", "--report", folder.toString()).stderr())
                .startsWith("sandboxed: --report: cannot write " + folder + ": ");
        assertThat(runner.run("doctor", "--report", "x", "--watch").stderr())
                .contains("--report is of one look; leave out --watch");
    }

    @Test
    void withoutProvidersThereIsAnAnswerToo() throws IOException {
        assertThat(new CliRunner().run("doctor").text()).isEqualTo("No provider is on the class path.\n");
        assertThat(new ObjectMapper()
                        .readTree(new CliRunner().run("doctor", "--json").stdout()))
                .isEqualTo(new ObjectMapper().readTree("{\"providers\": []}"));
    }
}
