package dev.sandboxed.provider.local.bubblewrap;

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
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Code that nobody has read, at its worst: the host is unharmed, what happened is told, and nothing is left. */
class HostileCodeTests extends WithBubblewrap {

    private Sandbox sandbox;

    private ExecResult run(String script) {
        return sandbox.exec(Command.shell(script).timeout(ofSeconds(20)));
    }

    private void needs(Capability limit) {
        assumeTrue(
                provider.capabilities().has(limit),
                "no control groups can be made here, so " + limit + " is not claimed");
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
    void aForkBombEndsWithItsTimeout() {
        needs(Capability.LIMIT_PIDS);
        sandbox = create(Limits.builder().processes(64));
        ExecResult bomb = sandbox.exec(
                Command.shell("bomb() { bomb | bomb & }; bomb; sleep 1000").timeout(ofSeconds(2)));
        assertThat(bomb.outcome()).isIn(Outcome.TIMED_OUT, Outcome.EXITED, Outcome.SIGNALED);
        try (Sandbox another = create()) {
            assertThat(another.exec("true").succeeded()).isTrue();
        }
    }

    @Test
    void whoTakesTooMuchMemoryIsToldSoAndTheSandboxGoesOn() {
        needs(Capability.LIMIT_MEMORY);
        sandbox = create(Limits.builder().memory(DataSize.ofMebibytes(64)));
        ExecResult hog = run("perl -e '$x = \"x\" x (200 << 20); print length $x'");
        assertThat(hog.outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
        assertThat(run("echo on").stdout()).isEqualTo("on\n");
        assertThat(sandbox.usage().peakMemory().bytes())
                .isGreaterThan(DataSize.ofMebibytes(48).bytes());
    }

    @Test
    void filesInMemoryAreBounded() {
        sandbox = create();
        assertThat(run("dd if=/dev/zero of=/dev/shm/large bs=1024k count=128").succeeded())
                .as("128 MiB of shared memory")
                .isFalse();
        for (String folder : new String[] {"/", "/dev", "/etc", "/run", "/usr", "/var"}) {
            assertThat(run(": >" + folder + "/file").succeeded())
                    .as("a file in %s", folder)
                    .isFalse();
        }
    }

    @Test
    void aSparseFileOfAGibibyteAndThousandsOfOpenFilesHarmNobody() {
        sandbox = create(Limits.builder().openFiles(256));
        assertThat(run("dd if=/dev/zero of=sparse bs=1 count=1 seek=1073741824").succeeded())
                .isTrue();
        ExecResult opened = run("perl -e 'my @open; for (1..5000) { open(my $f, \"<\", \"/dev/null\") or last;"
                + " push @open, $f } print scalar(@open)'");
        assertThat(Integer.parseInt(opened.stdout())).isBetween(100, 256);
    }

    @Test
    void nobodyKillsTheFirstProcessAndThoseWhoKillAllOthersAreTold() {
        sandbox = create();
        assertThat(run("kill -9 1; kill -TERM 1; kill -STOP 1; echo alive").stdout())
                .isEqualTo("alive\n");
        assertThat(run("kill -9 -1").outcome()).isEqualTo(Outcome.SIGNALED);
        assertThat(run("echo on").stdout()).isEqualTo("on\n");
        run("for pid in /proc/[0-9]*; do kill -9 ${pid#/proc/}; done");
        assertThat(run("echo on").stdout()).isEqualTo("on\n");
    }

    @Test
    void whoSignalsItsProcessGroupDoesNotReachOtherCommands() throws Exception {
        sandbox = create();
        try (Execution other = sandbox.start(Command.shell("sleep 1; echo whole"))) {
            run("kill -9 0");
            assertThat(other.await().stdout()).isEqualTo("whole\n");
        }
    }

    @Test
    void theHostIsOutOfSight() throws IOException {
        sandbox = create();
        Path secret = Files.writeString(state.resolve("secret"), "hidden");
        long jvm = ProcessHandle.current().pid();
        assertThat(run("cat " + secret + " /proc/1/root" + secret).stdout()).isEmpty();
        assertThat(run("tr '\\0' ' ' </proc/" + jvm + "/cmdline; ls /proc/" + jvm + "/fd")
                        .stdout())
                .doesNotContain("java");
        assertThat(run("ls /home /root /var/lib /opt /srv /mnt /media /boot 2>/dev/null")
                        .stdout())
                .isEmpty();
        assertThat(run("ls -d /sys/* /run/*").stdout()).isEqualTo("/run/sandboxed\n/sys/fs\n");
        assertThat(run("cd /run/sandboxed && { touch mine || rm 2.in || mv 2.in 3.in; } && echo done")
                        .stdout())
                .isEmpty();
        assertThat(run("find /run/sandboxed ! -type p ! -type d").stdout()).isEmpty();
        assertThat(run("cat /etc/shadow /etc/ssl/private/*").stdout()).isEmpty();
    }

    /** Should it work after all, then only what is there already is written. */
    @Test
    void theKernelsSettingsCannotBeWrittenEvenByRootsSandboxes() {
        sandbox = create();
        for (String setting : new String[] {"kernel/core_pattern", "kernel/hostname", "vm/overcommit_memory"}) {
            assertThat(run("read -r value </proc/sys/" + setting + " && echo \"$value\" >/proc/sys/" + setting)
                            .succeeded())
                    .as(setting)
                    .isFalse();
        }
        assertThat(run(": >/proc/sysrq-trigger").succeeded()).isFalse();
        assertThat(run("echo 1024 >/sys/fs/cgroup/pids/pids.max || echo 1024 >/sys/fs/cgroup/pids.max")
                        .succeeded())
                .isFalse();
    }

    @Test
    void mountsRawSocketsDevicesAndSetUserIdFilesAreRefused() {
        sandbox = create();
        assertThat(run("mount -t tmpfs none /tmp").succeeded()).isFalse();
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
    void aDaemonThatClosesAndClearsEverythingEndsWithTheSandbox() {
        sandbox = create();
        assertThat(run("env -i setsid sh -c 'trap \"\" HUP TERM INT; sleep 1000' >/dev/null 2>&1 </dev/null &")
                        .succeeded())
                .isTrue();
        assertThat(Traces.processesBelow(sandbox.info().nativeId())).hasSizeGreaterThan(2);
    }

    @Test
    void foldersDeeperThanAnyPathAreRemoved() {
        sandbox = create();
        run("i=0; while [ $i -lt 300 ]; do mkdir deep-and-deeper-folder && cd deep-and-deeper-folder || exit 1;"
                + " i=$((i+1)); done; : >file");
    }

    @Test
    void whoSpeaksLikeTheFirstProcessOnlyHarmsItself() {
        sandbox = create();
        run("for i in 1 2 3 4 5 6 7 8 9; do echo no $i; done >/proc/1/fd/1; echo lies >/proc/1/fd/2;"
                + " head -c 1000000 /dev/zero >/proc/1/fd/1");
        try {
            assertThat(run("echo on").stdout()).isEqualTo("on\n");
        } catch (SandboxException told) {
            assertThat(told).hasMessageContaining(sandbox.id());
        }
    }
}
