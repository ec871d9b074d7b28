package dev.sandboxed.provision.plan;

import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Requirement.Program;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/** What was found out about a program that a provider needs. */
public sealed interface Finding {

    /** Returns the program. */
    Program program();

    /**
     * It is there.
     *
     * @param file where
     * @param version what it says of itself; empty if nobody asked
     */
    record Present(Program program, Path file, String version) implements Finding {}

    /**
     * Packages bring it.
     *
     * @param manager who installs them
     * @param packages what they are called
     */
    record Installable(Program program, PackageManager manager, List<String> packages) implements Finding {

        public Installable {
            packages = List.copyOf(packages);
        }
    }

    /**
     * Its makers publish it.
     *
     * @param version which release
     * @param from where it is fetched from
     * @param sha512 its checksum
     */
    record Fetchable(Program program, String version, URI from, String sha512) implements Finding {}

    /**
     * It cannot be had here by this user.
     *
     * @param reason why
     * @param remedy what a person can do
     */
    record Missing(Program program, String reason, String remedy) implements Finding {}
}
