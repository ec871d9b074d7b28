package dev.sandboxed.checks.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sandboxed.checks.script.Workshop.Ran;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./sandboxed test} installs where it may, and says where it may not. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InstallTests {

    @TempDir
    Path root;

    private Workshop workshop;

    @BeforeEach
    void open() throws IOException {
        workshop = Workshop.in(root);
        workshop.program("apt-get", "if [ \"$1\" = install ]; then mv \"$WORK\"/offers/* \"$WORK/bin/\"; fi");
    }

    @Test
    void everythingThatIsMissingIsInstalledAtOnceAndThenUsed() throws Exception {
        assumeThat(Path.of("/etc/debian_version")).exists();
        workshop.lack("mvn", "docker", "dockerd", "iptables", "runsc", "runc");
        workshop.lack("slirp4netns", "nft", "ip", "bwrap", "proot", "git", "mkfs.btrfs", "docker-registry", "busybox");
        String all = "maven docker.io docker-cli iptables runsc runc slirp4netns nftables iproute2 bubblewrap proot"
                + " git btrfs-progs docker-registry busybox-static";

        Ran ran = workshop.run("test");

        assertThat(ran.calls("apt-get"))
                .containsExactly("apt-get update", "apt-get install -y --no-install-recommends " + all);
        assertThat(ran.stderr()).isEqualTo("sandboxed: installing " + all + "\n");
        assertThat(ran.calls("service")).containsExactly("service docker stop", "service docker-registry stop");
        assertThat(ran.calls("with an")).hasSameSizeAs(ran.calls("mvn"));
        assertThat(ran.code()).isZero();
    }

    @Test
    void whatTheReleaseDoesNotHaveIsLeftOut() throws Exception {
        assumeThat(Path.of("/etc/debian_version")).exists();
        workshop.program("apt-cache", "[ \"$2\" != runsc ]");
        workshop.lack("iptables", "runsc");

        Ran ran = workshop.run("test");

        assertThat(ran.calls("apt-get")).last().isEqualTo("apt-get install -y --no-install-recommends iptables");
        assertThat(ran.code()).isZero();
    }

    @Test
    void theTestsGoOnWithoutWhatCannotBeInstalled() throws Exception {
        assumeThat(Path.of("/etc/debian_version")).exists();
        workshop.program("apt-get", "echo no network; exit 100");
        workshop.lack("dockerd");

        Ran ran = workshop.run("test");

        assertThat(ran.stderr()).contains("no network\n").contains("what needs docker.io is skipped");
        assertThat(ran.stdout()).endsWith("2 passed, 0 failed, 1 skipped\n");
        assertThat(ran.code()).isZero();
    }

    @Test
    void anOrdinaryUserIsToldInOneLineWhatIsMissing() throws Exception {
        workshop.program("id", "echo 1000");
        workshop.lack("dockerd", "runsc");

        Ran ran = workshop.run("test");

        assertThat(ran.stderr().lines())
                .containsExactly("sandboxed: missing here: docker.io runsc; what needs it is skipped"
                        + " (root on Debian would get it installed)");
        assertThat(ran.calls("apt-get")).isEmpty();
        assertThat(ran.code()).isZero();
    }

    @Test
    void anOrdinaryUserWithAStoppedEngineIsToldSo() throws Exception {
        workshop.program("id", "echo 1000");

        Ran ran = workshop.run("test");

        assertThat(ran.stderr().lines())
                .containsExactly("sandboxed: no Docker engine answers, and none can be started here;"
                        + " what needs one is skipped");
        assertThat(ran.calls("dockerd")).isEmpty();
    }

    @Test
    void aDynamicBusyboxIsNotEnough() throws Exception {
        workshop.program("id", "echo 1000");
        workshop.program("ldd", "exit 0");

        assertThat(workshop.run("test").stderr()).contains("missing here: busybox-static;");
    }
}
