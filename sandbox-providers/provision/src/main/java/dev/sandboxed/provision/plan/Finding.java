package dev.sandboxed.provision.plan;

import dev.sandboxed.api.provision.Checksum;
import dev.sandboxed.api.provision.PackageManager;
import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.api.provision.Source;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
     * @param checksum what tells that file from all others
     * @param member what the program is called in it, if it is an archive
     */
    record Fetchable(Program program, String version, URI from, Checksum checksum, Optional<String> member)
            implements Finding {}

    /**
     * A package has it, which is unpacked and not installed.
     *
     * @param source the package that was asked for
     * @param found which one it is now; the one that was asked for where nobody knows yet
     * @param size how much would be fetched, in bytes; empty where nobody knows yet
     */
    record Unpackable(Program program, Source.Unpacked source, String found, OptionalLong size) implements Finding {}

    /**
     * It cannot be had here by this user.
     *
     * @param reason why
     * @param remedy what a person can do
     */
    record Missing(Program program, String reason, String remedy) implements Finding {}
}
