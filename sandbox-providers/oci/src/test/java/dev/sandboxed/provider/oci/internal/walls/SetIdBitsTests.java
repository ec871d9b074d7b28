package dev.sandboxed.provider.oci.internal.walls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.provider.oci.internal.WithEachRuntime;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A program of root's that runs as root whoever starts it, made inside on a folder of the host, would be one there too.
 */
@Timeout(120)
class SetIdBitsTests extends WithEachRuntime {

    private static final boolean ARM = HostPlatform.architecture().equals("arm64");
    private static final String MKNODAT = ARM ? "33" : "259";
    private static final String OPENAT = ARM ? "56" : "257";

    @TempDir
    Path shared;

    SetIdBitsTests(Kind kind) {
        super(kind);
    }

    private Sandbox with(Mount mount) {
        return provider.create(SandboxSpec.builder().mount(mount).build());
    }

    /** Lists the files and folders on the host that mean more than they should. */
    private List<String> special() throws IOException {
        try (Stream<Path> files = Files.walk(shared)) {
            return files.filter(SetIdBitsTests::hasBits).map(Path::toString).toList();
        }
    }

    private static boolean hasBits(Path file) {
        try {
            return ((int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 06000) != 0;
        } catch (IOException gone) {
            return false;
        }
    }

    /** Not by {@code ls}, whose call older versions of gVisor do not know. */
    private static String modes(String files) {
        return "perl -e 'printf q(%o ), (stat)[2] & 07777 for @ARGV' " + files;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "touch f && chmod u+s f",
                "touch f && chmod g+s f",
                "mkdir d && chmod g+s d",
                "mkdir -m 6755 d",
                "install -m 6755 /bin/true f",
                "cp -p /usr/bin/passwd /usr/bin/su .",
                "mv /usr/bin/passwd f",
                "ln /usr/bin/passwd f",
                "cd / && touch tmp/f && chmod 6755 tmp/f && mv tmp/f /shared",
                "perl -e 'umask 0; sysopen F, q(f), 0101, 06755'",
                "perl -e 'open F, q(>f); chmod 06755, *F'",
                "perl -e 'umask 0; $f = q(f); syscall(MKNODAT, -100, $f, 0106755, 0)'",
                "perl -e 'open F, q(>f); $f = q(f); syscall(452, -100, $f, 06755, 0)'",
                "perl -e 'umask 0; $h = pack(q(QQQ), 0101, 06755, 0); $f = q(f); syscall(437, -100, $f, $h, 24)'",
                "perl -e 'umask 0; $d = q(.); $n = q(f); $h = syscall(OPENAT, -100, $d, 020200002, 06755);"
                        + " system qq(ln -L /proc/$$/fd/$h f)'"
            })
    void programsOfRootWereMadeOnTheHost(String script) throws IOException {
        try (Sandbox sandbox = with(Mount.writable(shared, "/shared"))) {
            String said = said(
                    sandbox,
                    "cd /shared && { " + script.replace("MKNODAT", MKNODAT).replace("OPENAT", OPENAT)
                            + "; }; touch /shared/works");

            assertThat(special()).as(said).isEmpty();
            assertThat(shared.resolve("works")).as(said).exists();
        }
        assertThat(special()).isEmpty();
    }

    /** It could be handed an open file of somebody who may write. */
    @Test
    void whoMayOnlyReadAFolderOfTheHostMayNotMakeThemEither() {
        try (Sandbox sandbox = with(Mount.readOnly(shared, "/shared"))) {
            assertThat(sandbox.shell("touch f && chmod u+s f").succeeded()).isFalse();
        }
    }

    @Test
    void whoSharesNothingWithTheHostMayStillMakeThem() {
        try (Sandbox sandbox = create()) {
            assertThat(said(sandbox, "touch f && chmod 6755 f && " + modes("f")))
                    .isEqualTo("6755 ");
        }
    }

    @Test
    void ordinaryModesCanStillBeSet() throws IOException {
        try (Sandbox sandbox = with(Mount.writable(shared, "/shared"))) {
            sandbox.shell("cd /shared && mkdir -m 1777 d && install -m 751 /bin/true f && : > g && chmod 640 g")
                    .orThrow();
            assertThat(said(sandbox, "cd /shared; " + modes("d f g"))).isEqualTo("1777 751 640 ");
        }
    }
}
