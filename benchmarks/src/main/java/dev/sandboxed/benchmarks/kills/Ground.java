package dev.sandboxed.benchmarks.kills;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.benchmarks.tools.HostTraces;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.ConfigSource;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Where a provider is tried: its settings, its folder, and all that can be seen of its sandboxes from outside. */
final class Ground implements AutoCloseable {

    /** What is deeper is in a sandbox. */
    private static final int DEPTH = 2;
    /** What the names of files end with that belong to nobody and stay: whoever deleted one could break a lock. */
    private static final String LOCK = ".lock";

    private final String provider;
    private final Map<String, String> settings;
    private final Path folder;
    private final ProviderRegistry registry;

    Ground(String provider, Map<String, String> settings, Path state) {
        this.provider = provider;
        this.settings = settings;
        this.folder = state.resolve(provider);
        Configuration configuration =
                Configuration.read(Surroundings.ofThisProcess(), ConfigSource.of("trial", settings));
        this.registry = ProviderRegistry.discover(configuration, SandboxListener.SILENT, Ground.class.getClassLoader());
    }

    String provider() {
        return provider;
    }

    Map<String, String> settings() {
        return settings;
    }

    /** Opens the provider, which makes nothing and removes nothing before it is asked to. */
    SandboxProvider open() {
        return registry.named(provider);
    }

    /** Removes what dead owners left, as {@code ./sandboxed reap} does. */
    ReapReport reap() {
        return open().reap();
    }

    /** Returns what is in the folder of the provider, without locks and what is in the sandboxes. */
    Set<Path> entries() {
        Set<Path> found = new TreeSet<>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        try {
            Files.walkFileTree(folder, EnumSet.noneOf(FileVisitOption.class), DEPTH, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (!file.toString().endsWith(LOCK)) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException removedMeanwhile) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /**
     * Lists what is left of a JVM: what the provider lists, what has come into its folder, and processes, mounts and control
     * groups.
     *
     * @param names the names of sandboxes and containers that are known to be its own; what is found out is added
     */
    List<String> leftovers(long owner, String mark, Set<Path> before, Set<String> names) {
        List<String> left = new ArrayList<>();
        open().list().stream().filter(info -> info.owner().pid() == owner).forEach(info -> {
            left.add("listed " + info.id());
            Stream.of(info.id(), info.nativeId()).filter(HostTraces::isName).forEach(names::add);
        });
        for (Path entry : entries()) {
            if (!before.contains(entry)) {
                left.add("file " + entry);
                HostTraces.nameAtTheStartOf(String.valueOf(entry.getFileName())).ifPresent(names::add);
            }
        }
        left.addAll(HostTraces.processesWith(SandboxOwner.VARIABLE + "=" + mark));
        left.addAll(new HostTraces(names).find());
        return left.stream().distinct().toList();
    }

    /** Sweeps once more: where a trial was broken off, its folder must not be removed before what it tells of. */
    @Override
    public void close() {
        try (registry) {
            reap();
        } catch (ProviderUnavailableException e) {
            // Then nothing was tried, and the user was told why.
        }
    }
}
