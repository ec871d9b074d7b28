package dev.sandboxed.provider.docker.internal.snapshot;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.ChangeLog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whose the files of a container are. All paths are relative to the root and have no slash at their ends.
 *
 * @param added what is not in the image
 * @param changed what is in the image and was changed; a directory also if only something in it was
 * @param volumes where volumes of the container's own are mounted, whose files the engine does not compare with the image
 * @param foreign where folders and files of the host are mounted
 */
record Changes(Set<String> added, Set<String> changed, Set<String> volumes, Set<String> foreign) {

    /** The engine puts these into every container by itself. */
    private static final Set<String> OF_ENGINE = Set.of(".dockerenv", "etc/hosts", "etc/hostname", "etc/resolv.conf");

    /** Their contents are the kernel's. */
    private static final Set<String> OF_KERNEL = Set.of("dev", "proc", "sys");

    private static final int CHANGED = 0;
    private static final int ADDED = 1;

    /** From that many paths on, a whole directory is read in one go instead. */
    private static final int MANY = 16;

    /** Whose a file is. */
    enum Holder {
        /** The image's, and as it is there. */
        IMAGE,
        /** The sandbox's: it was added or changed. */
        SANDBOX,
        /** Neither's: it is the host's, the engine's or the kernel's. */
        OTHERS
    }

    Changes {
        added = Set.copyOf(added);
        changed = Set.copyOf(changed);
        volumes = Set.copyOf(volumes);
        foreign = Set.copyOf(foreign);
    }

    /**
     * Reads them from the engine's answers.
     *
     * @param log how the container differs from its image; an engine says nothing at all if it does not
     */
    static Changes of(@Nullable List<ChangeLog> log, InspectContainerResponse container) {
        List<ChangeLog> entries = log == null ? List.of() : log;
        List<InspectContainerResponse.Mount> mounts = container.getMounts();
        Map<Boolean, Set<String>> byKind = (mounts == null ? List.<InspectContainerResponse.Mount>of() : mounts)
                .stream()
                        .collect(Collectors.partitioningBy(
                                mount -> mount.getName() != null,
                                Collectors.mapping(
                                        mount -> TarNames.stripped(
                                                mount.getDestination().getPath()),
                                        Collectors.toSet())));
        return new Changes(
                paths(entries, ADDED),
                paths(entries, CHANGED),
                byKind.getOrDefault(true, Set.of()),
                byKind.getOrDefault(false, Set.of()));
    }

    private static Set<String> paths(List<ChangeLog> log, int kind) {
        return log.stream()
                .filter(change -> change.getKind() == kind)
                .map(change -> TarNames.stripped(change.getPath()))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Returns whose a path is. */
    Holder holder(String path, boolean directory) {
        if (OF_ENGINE.contains(path) || OF_KERNEL.contains(firstOf(parent(path)))) {
            return Holder.OTHERS;
        }
        if (isInVolume(path) && !volumes.contains(path)) {
            return isBelow(path, foreign) ? Holder.OTHERS : Holder.SANDBOX;
        }
        if (!added.contains(path)) {
            return !directory && changed.contains(path) ? Holder.SANDBOX : Holder.IMAGE;
        }
        // Where the image has no place for a mount, the engine makes one.
        return foreign.contains(path) ? Holder.OTHERS : Holder.SANDBOX;
    }

    /** Returns whether a path is the place of a volume, or lies in one. */
    boolean isInVolume(String path) {
        return isBelow(path, volumes);
    }

    /** Lists the places of volumes that lie in no other volume. */
    List<String> outermostVolumes() {
        return volumes.stream()
                .filter(volume -> !isInVolume(parent(volume)))
                .sorted()
                .toList();
    }

    /**
     * Finds paths with all changed files below them, and nothing of the host's. Thousands of files in one directory are one
     * path, and so the engine need not be asked for each of them; a single file in a large directory is a path of its own,
     * and the directory need not be read.
     */
    List<String> roots() {
        Map<String, List<String>> children = new TreeMap<>();
        Stream.concat(added.stream(), changed.stream())
                .filter(path -> !path.isEmpty() && !foreign.contains(path))
                .forEach(path -> children.computeIfAbsent(parent(path), key -> new ArrayList<>())
                        .add(path));
        List<String> roots = new ArrayList<>();
        collect("", children, roots);
        return roots;
    }

    private void collect(String directory, Map<String, List<String>> children, List<String> roots) {
        List<String> ends = new ArrayList<>();
        List<String> middles = new ArrayList<>();
        for (String path : children.getOrDefault(directory, List.of())) {
            boolean whole = added.contains(path) || !children.containsKey(path);
            (whole && !isAboveForeign(path) ? ends : middles).add(path);
        }
        if (ends.size() >= MANY && !isAboveForeign(directory)) {
            roots.add(directory);
            return;
        }
        roots.addAll(ends);
        middles.forEach(path -> collect(path, children, roots));
    }

    private boolean isAboveForeign(String directory) {
        return foreign.stream().anyMatch(path -> directory.isEmpty() || path.startsWith(directory + "/"));
    }

    private static boolean isBelow(String path, Set<String> places) {
        for (String above = path; !above.isEmpty(); above = parent(above)) {
            if (places.contains(above)) {
                return true;
            }
        }
        return false;
    }

    private static String firstOf(String path) {
        int end = path.indexOf('/');
        return end < 0 ? path : path.substring(0, end);
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }
}
