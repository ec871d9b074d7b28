package dev.sandboxed.provider.oci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.oci.bundle.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsRuntime(Kind.RUNC)
@Timeout(120)
class HostileTests extends WithProvider {

    HostileTests() {
        super(Kind.RUNC);
    }

    private Sandbox create(Limits limits) {
        return provider.create(SandboxSpec.builder().limits(limits).build());
    }

    @Test
    void aForkBombEndsWithItsTimeoutAndTheSandboxGoesOn() {
        Sandbox sandbox = create(Limits.builder().processes(64).build());
        ExecResult result = sandbox.exec(
                Command.shell("bomb() { bomb | bomb & }; bomb; sleep 60").timeout(Duration.ofSeconds(3)));

        assertThat(result.succeeded()).isFalse();
        assertThat(sandbox.usage().processes()).isLessThanOrEqualTo(64);
        assertThat(sandbox.shell("echo works").orThrow().stdout()).isEqualTo("works\n");
        sandbox.close();
        assertThat(Leftovers.of(sandbox.id(), state)).isEmpty();
    }

    @Test
    void aMemoryHogIsToldAsSuchAndTheSandboxGoesOn() {
        try (Sandbox sandbox =
                create(Limits.builder().memory(DataSize.ofMebibytes(64)).build())) {
            assertThat(sandbox.shell("tail /dev/zero").outcome()).isEqualTo(Outcome.OUT_OF_MEMORY);
            assertThat(sandbox.shell("echo still here").orThrow().stdout()).isEqualTo("still here\n");
            assertThat(sandbox.usage().peakMemory()).isGreaterThan(DataSize.ofMebibytes(32));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mount -t tmpfs none /mnt",
                "mount --bind /etc /mnt",
                "umount /proc/sys",
                "unshare --user true",
                "unshare --mount true",
                "nsenter --target 1 --net true",
                "mknod /tmp/disk b 8 0",
                "chroot / true",
                "echo 1 > /proc/sys/kernel/sysrq",
                "echo b > /proc/sysrq-trigger",
                "head -c 1 /proc/kcore | grep -q .",
                "dmesg",
                "hostname other",
                "date -s 2001-01-01",
                "echo 1 > /sys/fs/cgroup/pids/pids.max",
                "chown 1:1 /etc/hosts"
            })
    void whatTakesPrivilegesIsRefused(String script) {
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.shell(script).succeeded()).as(script).isFalse();
        }
    }

    @Test
    void systemCallsThatReachBeyondTheContainerFailEvenThoughNobodyAsksForPrivileges() {
        try (Sandbox sandbox = create()) {
            boolean intel = said(sandbox, "uname -m").contains("x86_64");
            String unshareUser = intel ? "272, 0x10000000" : "97, 0x10000000";
            String joinKeyring = intel ? "250, 1, 0" : "219, 1, 0";
            String setUpRing = "425, 8, 0";

            for (String call : List.of(unshareUser, joinKeyring, setUpRing)) {
                assertThat(said(sandbox, "perl -e '$r = syscall(" + call + "); print $r, \" \", $! + 0'"))
                        .as(call)
                        .isEqualTo("-1 1");
            }
        }
    }

    @Test
    void nothingOfTheHostIsThereButItsPrograms() throws Exception {
        Path secret = Files.writeString(state.resolve("secret"), "of the host");
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.shell("cat " + secret).succeeded()).isFalse();
            assertThat(said(sandbox, "ls -A /root /home /run /var/tmp /tmp")).doesNotContain(secret.toString());
            assertThat(sandbox.shell("test -e /etc/shadow -o -e /etc/ssl/private -o -e /var/lib -o -e /opt")
                            .succeeded())
                    .isFalse();
            assertThat(said(sandbox, "ps -e -o pid= | wc -l").strip()).matches("[0-9]{1,2}");
        }
        assertThat(secret).hasContent("of the host");
    }

    @Test
    void whatIsChangedBelowUsrIsSeenInsideOnly() {
        try (Sandbox sandbox = create();
                Sandbox neighbour = create()) {
            sandbox.shell("echo mine > /usr/local/mine; rm /usr/bin/env").orThrow();

            assertThat(said(sandbox, "cat /usr/local/mine; ls /usr/bin/env")).contains("mine", "No such file");
            assertThat(said(neighbour, "ls /usr/local/mine /usr/bin/env")).contains("No such file", "/usr/bin/env\n");
        }
        assertThat(Path.of("/usr/local/mine")).doesNotExist();
        assertThat(Path.of("/usr/bin/env")).exists();
    }

    @Test
    void whoKillsEverybodyInsideHarmsOnlyItself() {
        try (Sandbox sandbox = create();
                Sandbox neighbour = create()) {
            try {
                sandbox.shell("for i in 1 2 3; do kill -KILL -1; done");
                assertThat(sandbox.shell("echo works").orThrow().stdout()).isEqualTo("works\n");
            } catch (SandboxDestroyedException e) {
                assertThat(e).hasMessageContaining("ended");
            }
            assertThat(neighbour.shell("echo works").orThrow().stdout()).isEqualTo("works\n");
        }
    }

    @Test
    void theFileOfAFurtherProcessIsGoneOnceItWasRead() throws Exception {
        try (Sandbox sandbox = create()) {
            sandbox.exec(Command.of("id").user("nobody")).orThrow();

            assertThat(Path.of(sandbox.info().nativeId())).isDirectoryNotContaining("glob:**/process-*");
        }
    }
}
