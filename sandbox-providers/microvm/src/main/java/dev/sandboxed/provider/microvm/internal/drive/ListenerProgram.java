package dev.sandboxed.provider.microvm.internal.drive;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/** The program that is the first process of every machine: compiled once, from sources that we bring along, for this host. */
final class ListenerProgram {

    /** Those that make small programs first. */
    static final List<String> COMPILERS = List.of("musl-gcc", "gcc", "cc");

    static final String REMEDY = "apt-get install musl-tools, or name a listener with the setting 'listener'";

    private static final List<String> SOURCES = List.of(
            "main.c",
            "boot.c",
            "network.c",
            "relay.c",
            "process.c",
            "waiting.c",
            "holding.c",
            "killing.c",
            "shortage.c",
            "passing.c",
            "archive.c",
            "unpack.c",
            "requests.c");
    private static final List<String> HEADERS = List.of("listener.h", "archive.h");
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private ListenerProgram() {}

    /**
     * Returns the program.
     *
     * @throws ProviderUnavailableException if there is no compiler
     * @throws SandboxStartException if it cannot be compiled
     */
    static Path get(ProviderContext context, MadeOnce made) throws IOException {
        Map<String, String> sources = sources();
        Path compiler = compiler(context);
        return made.get("listener", compiler + String.join("", sources.values()), place -> {
            Path folder = Files.createDirectory(place.resolveSibling(place.getFileName() + "-sources"));
            try {
                compile(compiler, sources, folder, place);
            } finally {
                FolderRemoval.remove(folder);
            }
        });
    }

    /** Looks for a compiler, and fails as {@link #get} does. */
    static Path compiler(ProviderContext context) {
        return HostPrograms.locate(null, COMPILERS, context)
                .orElseThrow(() -> new ProviderUnavailableException(
                        Fault.of("There is no C compiler for what listens in machines: none of " + COMPILERS)
                                .remedy(REMEDY)));
    }

    private static void compile(Path compiler, Map<String, String> sources, Path folder, Path place)
            throws IOException {
        List<String> argv =
                new ArrayList<>(List.of(compiler.toString(), "-static", "-Os", "-s", "-o", place.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = Files.writeString(folder.resolve(source.getKey()), source.getValue());
            if (!HEADERS.contains(source.getKey())) {
                argv.add(file.toString());
            }
        }
        ExecResult result = HostTool.run(Command.of(argv), LONGEST);
        if (!result.succeeded()) {
            throw new SandboxStartException(
                    Fault.of("'" + compiler + "' cannot compile what listens in machines: " + result.describe())
                            .remedy(REMEDY));
        }
    }

    /** Lets it measure; empty where processors count for nobody. */
    static OptionalLong hostClock(Path listener) {
        ExecResult told = HostTool.run(Command.of(listener.toString(), "clock"), LONGEST);
        return told.succeeded() ? OptionalLong.of(Long.parseLong(told.stdout().strip())) : OptionalLong.empty();
    }

    private static Map<String, String> sources() {
        Map<String, String> sources = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(SOURCES);
        names.addAll(HEADERS);
        for (String name : names) {
            try (InputStream content = ListenerProgram.class.getResourceAsStream("listener/" + name)) {
                sources.put(
                        name, new String(Objects.requireNonNull(content, name).readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sources;
    }
}
