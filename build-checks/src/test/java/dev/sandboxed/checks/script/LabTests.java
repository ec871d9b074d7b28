package dev.sandboxed.checks.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.checks.script.Workshop.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said about a cluster where there is none. The tests of the provider are those of a real one. */
class LabTests {

    @TempDir
    private Path root;

    private Workshop workshop;

    @BeforeEach
    void open() throws IOException {
        workshop = Workshop.in(root);
    }

    @Test
    void anotherNameThanKubernetesIsRefused() throws Exception {
        Ran ran = workshop.run("lab", "nomad", "up");

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).contains("knows 'kubernetes' and not 'nomad'");
    }

    @Test
    void anotherWordThanItKnowsIsRefused() throws Exception {
        Ran ran = workshop.run("lab", "kubernetes", "start");

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).contains("'up', 'down' and 'status'", "not 'start'");
    }

    @Test
    void whereNoneWasBuiltTheStatusSaysWhatBuildsOne() throws Exception {
        Ran ran = workshop.run("lab", "kubernetes");

        assertThat(ran.code()).isZero();
        assertThat(ran.stdout()).isEmpty();
        assertThat(ran.stderr()).contains("none was built", "./sandboxed lab kubernetes up");
    }

    @Test
    void anOrdinaryUserIsToldThatItTakesRoot() throws Exception {
        workshop.program("id", "echo 1000");

        Ran ran = workshop.run("lab", "kubernetes", "up");

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.stderr()).contains("takes root here, and this is user 1000", "SANDBOX_KUBECONFIG");
        assertThat(ran.calls("apt-get")).isEmpty();
    }

    @Test
    void whatIsMissingIsInstalledAndTheRestIsNamed() throws Exception {
        workshop.program("apt-get", "");

        Ran ran = workshop.run("lab", "kubernetes", "up");

        assertThat(ran.code()).isEqualTo(125);
        assertThat(ran.calls("apt-get"))
                .contains("apt-get update")
                .last()
                .asString()
                .contains("openssl curl");
        assertThat(ran.stderr()).contains("missing for a cluster: ", "openssl", "remedy:");
        assertThat(Files.exists(root.resolve("cache"))).isFalse();
    }
}
