package dev.sandboxed.provider.oci.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is special to this provider. The rest is in {@code RuncHostileTests}.
 *
 * <p>Nothing here would harm a host if there were no wall: settings are set to what they are.
 */
@NeedsRuntime(Kind.RUNC)
@Timeout(120)
class HostileTests extends WithProvider {

    HostileTests() {
        super(Kind.RUNC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mkdir source target && mount --bind source target",
                "umount /proc/sys",
                "unshare --user true",
                "unshare --mount true",
                "nsenter --target 1 --net true",
                "chroot / true",
                "head -c 1 /proc/kcore | grep -q .",
                "dmesg",
                "hostname \"$(hostname)\"",
                "date -s \"@$(date +%s)\"",
                ": >mine && chown 1:1 mine"
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
            // Programs that are told that there is no such call take another way.
            String setUpRing = "425, 8, 0";

            Map.of(unshareUser, "-1 1", joinKeyring, "-1 1", setUpRing, "-1 38")
                    .forEach((call, answer) -> assertThat(
                                    said(sandbox, "perl -e '$r = syscall(" + call + "); print $r, \" \", $! + 0'"))
                            .as(call)
                            .isEqualTo(answer));
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
            String mine = "/usr/local/" + sandbox.id();
            sandbox.shell("echo mine > " + mine).orThrow();
            // Only then may something be deleted that is the host's.
            assertThat(Path.of(mine)).doesNotExist();
            sandbox.shell("rm /usr/bin/env").orThrow();

            assertThat(said(sandbox, "cat " + mine + "; ls /usr/bin/env")).contains("mine", "No such file");
            assertThat(said(neighbour, "ls " + mine + " /usr/bin/env")).contains("No such file", "/usr/bin/env\n");
        }
        assertThat(Path.of("/usr/bin/env")).exists();
    }

    @Test
    void theFileOfAFurtherProcessIsGoneOnceItWasRead() throws Exception {
        try (Sandbox sandbox = create()) {
            sandbox.exec(Command.of("id").user("nobody")).orThrow();

            assertThat(Path.of(sandbox.info().nativeId())).isDirectoryNotContaining("glob:**/process-*");
        }
    }
}
