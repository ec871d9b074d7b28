package dev.sandboxed.provider.local.internal.bubblewrap;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.linux.internal.host.KernelFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is special to this provider: more than it declares, and what its first process stands. The rest is in
 * {@link BubblewrapHostileTests}.
 *
 * <p>No script is run before it was seen that the sandbox has namespaces of its own, and hardly one would harm a host even so.
 */
class HostileCodeTests extends WithBubblewrap {

    private Sandbox sandbox;

    private ExecResult run(String script) {
        return sandbox.exec(Command.shell(script).timeout(ofSeconds(20)));
    }

    @BeforeEach
    void beBehindAWall() throws IOException {
        sandbox = create();
        for (String kind : List.of("pid", "mnt", "ipc")) {
            String link = "/proc/self/ns/" + kind;
            assertThat(run("readlink " + link).orThrow().stdout().strip())
                    .startsWith(kind)
                    .isNotEqualTo(Files.readSymbolicLink(Path.of(link)).toString());
        }
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        String first = sandbox.info().nativeId();
        sandbox.close();
        assertThat(Traces.processesBelow(first)).isEmpty();
        assertThat(Traces.filesIn(state)).isEmpty();
        assertThat(Traces.controlGroupsOf(sandbox.id())).isEmpty();
    }

    @Test
    void filesInMemoryAreBounded() {
        assertThat(run("dd if=/dev/zero of=/dev/shm/large bs=1024k count=128").succeeded())
                .as("128 MiB of shared memory")
                .isFalse();
        for (String folder : new String[] {"/", "/dev", "/etc", "/run", "/var"}) {
            assertThat(run(": >" + folder + "/" + sandbox.id()).succeeded())
                    .as("a file in %s", folder)
                    .isFalse();
        }
    }

    @Test
    void nobodyKillsTheFirstProcessAndThoseWhoKillAllOthersAreTold() {
        assertThat(run("for signal in HUP INT QUIT USR1 TERM STOP CONT KILL; do kill -s $signal 1; done; echo alive")
                        .stdout())
                .isEqualTo("alive\n");
        assertThat(run("echo on").stdout()).isEqualTo("on\n");
        assertThat(run("kill -9 -1").outcome()).isEqualTo(Outcome.SIGNALED);
        assertThat(run("echo on").stdout()).isEqualTo("on\n");
        run("for pid in /proc/[0-9]*; do kill -9 ${pid#/proc/}; done");
        assertThat(run("echo on").stdout()).isEqualTo("on\n");
    }

    @Test
    void whoSignalsItsProcessGroupDoesNotReachOtherCommands() throws Exception {
        try (Execution other = sandbox.start(Command.shell("sleep 1; echo whole"))) {
            run("kill -9 0");
            assertThat(other.await().stdout()).isEqualTo("whole\n");
        }
    }

    @Test
    void nothingOfTheHostIsThereButItsPrograms() {
        assertThat(run("ls /root /var/lib /opt /srv /mnt /media /boot 2>/dev/null")
                        .stdout())
                .isEmpty();
        assertThat(run("ls -A /home").orThrow().stdout()).isEmpty();
        assertThat(run("ls -d /sys/* /run/*").stdout()).isEqualTo("/run/sandboxed\n");
        assertThat(run("cd /run/sandboxed && { touch mine || rm 2.in || mv 2.in 3.in; } && echo done")
                        .stdout())
                .isEmpty();
        assertThat(run("find /run/sandboxed ! -type p ! -type d").stdout()).isEmpty();
        assertThat(run("cat /etc/shadow /etc/ssl/private/*").stdout()).isEmpty();
    }

    /** Opened for writing, and nothing is written. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/proc/sys/kernel/core_pattern",
                "/proc/sys/kernel/hostname",
                "/proc/sys/vm/overcommit_memory",
                "/proc/sysrq-trigger"
            })
    void theKernelsSettingsCannotBeWrittenEvenByRootsSandboxes(String setting) {
        assertThat(run("exec 3>>" + setting).succeeded()).isFalse();
    }

    @Test
    void aLimitIsSeenInsideAndCannotBeRaised() {
        assumeTrue(provider.capabilities().has(Capability.LIMIT_PIDS), "this user can make no control groups");
        try (Sandbox limited = create(Limits.builder().processes(100))) {
            String look = "cat /sys/fs/cgroup/pids/pids.max /sys/fs/cgroup/pids.max 2> /dev/null";
            assertThat(limited.shell(look).stdout()).isEqualTo("100\n");
            assertThat(limited.shell("echo 200 > /sys/fs/cgroup/pids/pids.max || echo 200 > /sys/fs/cgroup/pids.max")
                            .succeeded())
                    .isFalse();
        }
    }

    /** By the number of the user outside, who is root in these tests as a rule. */
    @Test
    void whatTheKernelTellsOnlyRootWasReadByRootsSandboxes() {
        for (String path : KernelFiles.hidden()) {
            assertThat(run("if [ -d " + path + " ]; then ls -A " + path + "; else head -c 100 " + path
                                    + "; fi | tr -d '\\0'")
                            .stdout())
                    .as(path)
                    .isEmpty();
        }
    }

    @Test
    void ofTheSettingsOfJavaOnlyThoseAreThereThatProgramsNeed() {
        assertThat(run("find /etc/java* -name management -o -name '*password*' -o -name '*.jks'")
                        .stdout())
                .isEmpty();
    }

    @Test
    void mountsRawSocketsDevicesAndSetUserIdFilesAreRefused() {
        assertThat(run("mkdir mounted && mount -t tmpfs none mounted").succeeded())
                .isFalse();
        assertThat(run("unshare -U true").succeeded()).isFalse();
        assertThat(run("mknod disk b 254 0").succeeded()).isFalse();
        assertThat(run("cp /bin/sh mine && chmod 4755 mine").succeeded()).isFalse();
        assertThat(run("perl -MSocket -e 'socket(S, PF_INET, SOCK_RAW, 1) and print \"raw\"'")
                        .stdout())
                .isEmpty();
        assertThat(run("perl -e 'socket(S, 17, 3, 0) and print \"packet\"'").stdout())
                .isEmpty();
        assertThat(run("id -u; su -c id; sudo -n id; passwd -S root").stdout()).isEqualTo("1000\n");
    }

    @Test
    void foldersDeeperThanAnyPathAreRemoved() {
        run("i=0; while [ $i -lt 300 ]; do mkdir deep-and-deeper-folder && cd deep-and-deeper-folder || exit 1;"
                + " i=$((i+1)); done; : >file");
    }

    @Test
    void whoSpeaksLikeTheFirstProcessOnlyHarmsItself() {
        run("for i in 1 2 3 4 5 6 7 8 9; do echo no $i; done >/proc/1/fd/1; echo lies >/proc/1/fd/2;"
                + " head -c 1000000 /dev/zero >/proc/1/fd/1");
        try {
            assertThat(run("echo on").stdout()).isEqualTo("on\n");
        } catch (SandboxException told) {
            assertThat(told).hasMessageContaining(sandbox.id());
        }
    }
}
