package dev.sandboxed.process;

import dev.sandboxed.api.ProviderContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the programs of the host that providers drive. */
public final class HostPrograms {

    /** Many are administrators' tools, and not all users have the folders of those in their path. */
    public static final String USUAL_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private HostPrograms() {}

    /**
     * Finds a program, in the path of the context's environment and then where programs usually are.
     *
     * @param named the file that a setting names; none if it is to be looked for
     * @param names what it may be called, the one to prefer first
     */
    public static Optional<Path> locate(@Nullable String named, List<String> names, ProviderContext context) {
        if (named != null) {
            return Optional.of(Path.of(named)).filter(Files::isExecutable);
        }
        return locate(names, context.environment().getOrDefault("PATH", ""));
    }

    /**
     * Finds a program, in a path and then where programs usually are.
     *
     * @param names what it may be called, the one to prefer first
     * @param path folders, separated by colons; those that are not absolute are left out
     */
    public static Optional<Path> locate(List<String> names, String path) {
        return names.stream()
                .flatMap(name -> Stream.of((path + ":" + USUAL_PATH).split(":"))
                        .filter(folder -> folder.startsWith("/"))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
