package dev.sandboxed.provision.plan;

import dev.sandboxed.api.provision.Requirement.Program;
import dev.sandboxed.linux.internal.proc.OwnProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where things go, and what was asked for.
 *
 * @param tools the folder for programs that are fetched or unpacked; made when the first one comes
 * @param environment the environment of this process, for its path and its proxies
 * @param settings {@code <program>.mirror}, the address of a site that has the files of the program's makers;
 *     {@code <program>.url} and {@code <program>.sha512} or {@code .sha256}, another file than the one known here, and
 *     {@code <program>.member}, what is wanted of it if it is an archive
 * @param architecture what kind of processor this host has, as Java calls it
 * @param root whether this process may install packages
 * @param fetching what may be got
 */
public record ProvisionSettings(
        Path tools,
        Map<String, String> environment,
        Map<String, String> settings,
        String architecture,
        boolean root,
        Fetching fetching) {

    /** What may be got. */
    public enum Fetching {
        /** Packages of the distribution, installed or unpacked, and releases of makers. */
        EVERYTHING,
        /** Releases only, and those whatever else is on this host: what comes of it depends on nothing but the settings. */
        RELEASES,
        /** Nothing. */
        NOTHING
    }

    public ProvisionSettings {
        environment = Map.copyOf(environment);
        settings = Map.copyOf(settings);
    }

    /** Describes what the user of this process may do, online. */
    public static ProvisionSettings ofThisUser(
            Path tools, Map<String, String> environment, Map<String, String> settings, String architecture) {
        boolean root = OwnProcess.user().equals(OptionalInt.of(0));
        return new ProvisionSettings(tools, environment, settings, architecture, root, Fetching.EVERYTHING);
    }

    /** Returns them with only that being got. */
    public ProvisionSettings with(Fetching fetching) {
        return new ProvisionSettings(tools, environment, settings, architecture, root, fetching);
    }

    /** Returns the folder in which providers find what was fetched. */
    public Path programs() {
        return tools.resolve("bin");
    }

    /** Returns what was set for a program. */
    public Optional<String> find(Program program, String key) {
        return Optional.ofNullable(settings.get(program.name() + "." + key)).filter(value -> !value.isBlank());
    }
}
