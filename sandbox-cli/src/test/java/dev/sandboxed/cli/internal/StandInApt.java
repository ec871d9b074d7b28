package dev.sandboxed.cli.internal;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stands in for apt-get, and installs the program that a provider lacks. */
record StandInApt(Path folder) {

    private static final String NAME = "sandboxed-example";
    private static final String SHA256_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /** Puts itself into the path. */
    StandInApt fetching(long bytes) throws IOException {
        script("apt-get", """
                case "$*" in
                    indextargets*) echo deb_Packages ;;
                    '--print-uris download '*) echo "'http://packages.example/f.deb' %3$s-folder_1.deb %2$d SHA256:%4$s" ;;
                    *--print-uris*) echo "'http://packages.example/e.deb' e.deb %2$d SHA256:0" ;;
                    'download '*) printf '' >%3$s-folder_1.deb ;;
                    *install*) cp /bin/true %1$s/bin/%3$s ;;
                esac
                """.formatted(folder, bytes, NAME, SHA256_OF_NOTHING));
        script("dpkg-deb", "mkdir -p \"$3\"");
        return this;
    }

    private void script(String name, String script) throws IOException {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Returns where the program is once it is installed. */
    Path program() {
        return folder.resolve("bin/" + NAME);
    }

    /** Returns a provider that works as soon as the program is there. */
    FakeProvider provider() {
        return new FakeProvider("runtime", Isolation.CONTAINER)
                .needs(Program.of(
                        NAME,
                        "everything",
                        new Source.Packages(Map.of(PackageManager.APT, List.of("example-package")))))
                .answers(() -> Files.exists(program())
                        ? new ProviderStatus.Available("1.0", Map.of())
                        : new ProviderStatus.Unavailable("it is not there", "install it"));
    }

    /** Returns a provider that works as soon as a folder is there that a package is unpacked to. */
    FakeProvider unpacking() {
        Path unpacked = folder.resolve("tools/bin/" + NAME + "-folder");
        return new FakeProvider("machine", Isolation.MICROVM)
                .needs(Program.of(
                        NAME + "-folder",
                        "everything",
                        new Source.Unpacked(PackageManager.APT, NAME + "-folder", Optional.empty())))
                .answers(() -> Files.isDirectory(unpacked)
                        ? new ProviderStatus.Available("1.0", Map.of())
                        : new ProviderStatus.Unavailable("it is not there", "get it"));
    }

    /** Returns a program that finds this before the real one. */
    CliRunner cli(FakeProvider... providers) {
        return new CliRunner(providers)
                .environment("PATH", folder.resolve("bin") + ":/usr/bin:/bin")
                .environment("SANDBOX_TOOLS_DIR", folder.resolve("tools").toString());
    }
}
