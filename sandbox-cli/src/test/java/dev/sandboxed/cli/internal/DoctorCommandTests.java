package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import dev.sandboxed.core.internal.choice.ProviderReport;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
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
        List<ProviderReport> reports = List.of(
                new ProviderReport("qemu", new ProviderStatus.Available("9", Map.of("kvm", "no", "cpu", "x")), null));

        assertThat(new DoctorText(Ansi.OFF).render(reports)).contains("\n    details: cpu = x, kvm = no\n");
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
                List.of(new ProviderReport("one", new ProviderStatus.Available("1", Map.of()), null));

        assertThat(new DoctorText(Ansi.ON).render(reports)).contains("\u001b[32mavailable\u001b[");
        assertThat(new DoctorText(Ansi.OFF).render(reports)).doesNotContain("\u001b");
    }

    @Test
    void inJsonEveryKeyIsAlwaysThere() throws IOException {
        Ran ran = new CliRunner(subprocess, docker, gvisor).run("doctor", "--json");

        JsonNode root = new ObjectMapper().readTree(ran.stdout());
        for (JsonNode provider : root.path("providers")) {
            ((ObjectNode) provider).remove(List.of("protectsFrom", "doesNotProtectFrom"));
        }
        assertThat(root).isEqualTo(new ObjectMapper().readTree("""
                                {"providers": [
                                  {"name": "gvisor", "status": "unavailable", "version": null,
                                   "isolation": "USERSPACE_KERNEL", "capabilities": [],
                                   "reason": "this is no Linux", "remedy": null},
                                  {"name": "docker", "status": "unavailable", "version": null,
                                   "isolation": "CONTAINER", "capabilities": ["IMAGE"],
                                   "reason": "no daemon answers", "remedy": "systemctl start docker"},
                                  {"name": "subprocess", "status": "available", "version": "1.0",
                                   "isolation": "PROCESS", "capabilities": ["STREAMING", "LIMIT_PIDS"],
                                   "reason": null, "remedy": null}
                                ]}
                                """));
        assertThat(ran.stderr()).isEmpty();
    }

    @Test
    void withoutProvidersThereIsAnAnswerToo() throws IOException {
        assertThat(new CliRunner().run("doctor").text()).isEqualTo("No provider is on the class path.\n");
        assertThat(new ObjectMapper()
                        .readTree(new CliRunner().run("doctor", "--json").stdout()))
                .isEqualTo(new ObjectMapper().readTree("{\"providers\": []}"));
    }
}
