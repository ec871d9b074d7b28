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

/** Stands in for apt-get, and installs the program that a provider lacks. */
record StandInApt(Path folder) {

    private static final String NAME = "sandboxed-example";

    /** Puts itself into the path. */
    StandInApt fetching(long bytes) throws IOException {
        Path apt = Files.createDirectories(folder.resolve("bin")).resolve("apt-get");
        Files.writeString(apt, """
                #!/bin/sh
                case "$*" in
                    indextargets*) echo deb_Packages ;;
                    *--print-uris*) echo "'http://packages.example/e.deb' e.deb %2$d SHA256:0" ;;
                    *install*) cp /bin/true %1$s/bin/%3$s ;;
                esac
                """.formatted(folder, bytes, NAME));
        Files.setPosixFilePermissions(apt, PosixFilePermissions.fromString("rwxr-xr-x"));
        return this;
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

    /** Returns a program that finds this before the real one. */
    CliRunner cli(FakeProvider... providers) {
        return new CliRunner(providers)
                .environment("PATH", folder.resolve("bin") + ":/usr/bin:/bin")
                .environment("SANDBOX_TOOLS_DIR", folder.resolve("tools").toString());
    }
}
