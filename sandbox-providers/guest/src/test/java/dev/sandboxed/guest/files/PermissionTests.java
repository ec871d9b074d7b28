package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.WriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine may do everything, the sandbox's user may not. The host's root is the engine here. */
@ParameterizedClass
@EnumSource
class PermissionTests {

    @Parameter
    Flavour flavour;

    @TempDir
    Path folder;

    @BeforeEach
    void onlyRootCanPlayTheEngine() {
        assumeTrue(ProcessHandle.current().info().user().equals(Optional.of("root")), "not run as root");
    }

    @Test
    void rootWithoutCapabilitiesMayNotDoEverything() throws IOException {
        LocalGuest guest = new LocalGuest(flavour, folder, LocalGuest.CONFINED_ROOT);
        Files.writeString(guest.at("shut"), "secret");
        setMode(guest.at("shut"), "---------");
        Path foreign = Files.createDirectory(guest.at("foreign"));
        Files.writeString(foreign.resolve("theirs"), "theirs");
        setMode(foreign.resolve("theirs"), "rw-r--r--");
        for (Path theirs : List.of(foreign, foreign.resolve("theirs"))) {
            Files.setAttribute(theirs, "unix:uid", 1234);
            Files.setAttribute(theirs, "unix:gid", 1234);
        }

        denied(() -> guest.files.read("shut"), "read", "shut");
        denied(() -> guest.files.write("shut", "1"), "write", "shut");
        denied(() -> guest.files.write("foreign/new", "1"), "write", "foreign/new");
        denied(
                () -> guest.files.write("foreign/new", ContentsTests.stream("1"), WriteOptions.DEFAULT.atomically()),
                "write",
                "foreign/new");
        denied(() -> guest.files.write("foreign/theirs", "1"), "write", "foreign/theirs");
        denied(() -> guest.files.chmod("foreign/theirs", 0777), "set the mode of", "foreign/theirs");
        denied(() -> guest.files.deleteAll("foreign"), "delete", "foreign");
        setMode(Files.createDirectory(guest.at("closed")), "---------");
        denied(() -> guest.files.walk("."), "list", ".");
        assertThat(guest.files.list(".")).hasSize(3);
        assertThat(guest.files.readText("foreign/theirs")).isEqualTo("theirs");
        assertThat(guest.stores).isZero();
    }

    @Test
    void whatNobodyWritesBelongsToNobody() throws IOException {
        LocalGuest guest = new LocalGuest(flavour, folder, LocalGuest.NOBODY);
        denied(() -> guest.files.write("new", "1"), "write", "new");
        Files.setAttribute(guest.workdir, "unix:uid", 65534);
        guest.files.write("dir/new", "1");
        Path host = Files.createDirectory(folder.resolve("host"));
        Files.writeString(host.resolve("up"), "1");
        Files.createSymbolicLink(host.resolve("link"), Path.of("up"));
        guest.files.upload(host, "uploaded");

        for (String made : List.of("dir", "dir/new", "uploaded", "uploaded/up", "uploaded/link")) {
            assertThat(Files.getAttribute(guest.at(made), "unix:uid", LinkOption.NOFOLLOW_LINKS))
                    .as(made)
                    .isEqualTo(65534);
        }
        Path shut = Files.writeString(guest.at("dir/shut"), "secret");
        setMode(shut, "rw-------");
        denied(() -> guest.files.download("dir", folder.resolve("out")), "download", shut.toString());
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"r-xr-xr-x", "---------"})
    void aDirectoryThatIsShutCanBeDeletedByItsOwner(String permissions) throws IOException {
        LocalGuest guest = new LocalGuest(flavour, folder, LocalGuest.CONFINED_ROOT);
        Files.createDirectories(guest.at("dir/shut/deep"));
        Files.writeString(guest.at("dir/shut/deep/file"), "1");
        setMode(guest.at("dir/shut/deep"), permissions);
        setMode(guest.at("dir/shut"), permissions);
        guest.files.deleteAll("dir");

        assertThat(guest.at("dir")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "7, 1, 0400, true",
        "7, 1, 0044, false",
        "1, 5, 0040, true",
        "1, 6, 0040, true",
        "1, 5, 0404, false",
        "1, 1, 0004, true",
        "1, 1, 0440, false",
        "0, 0, 0000, false"
    })
    void ownerAndModeTellWhoPlainlyReads(int uid, int gid, String mode, boolean reads) {
        GuestUser user = new GuestUser(7, 5, Set.of(5L, 6L), EntryFormat.STAT);
        TarArchiveEntry entry = new TarArchiveEntry("file");
        entry.setIds(uid, gid);
        entry.setMode(Integer.parseInt(mode, 8));

        assertThat(user.hasReadPermission(entry)).isEqualTo(reads);
    }

    private static void denied(ThrowingCallable call, String operation, String path) {
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(call)
                .withMessageStartingWith("Cannot " + operation + " '" + path + "': permission denied")
                .withMessageContaining("remedy: change its mode with chmod")
                .returns(FileFailure.PERMISSION, SandboxFileException::reason);
    }

    private static void setMode(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
}
