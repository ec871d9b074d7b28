package dev.sandboxed.linux.internal.cgroup;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Finds where this process can make control groups: below its own group, or, in the newer tree, below the nearest one
 * above it with the most controllers, since a group with processes in it cannot limit groups below it.
 */
final class LayoutFinder {

    /** Where every distribution mounts the hierarchies. */
    static final Path MOUNT = Path.of("/sys/fs/cgroup");

    private static final Path PROC = Path.of("/proc/self");

    private final Path proc;
    private final Predicate<Path> usable;

    /**
     * Looks in a description of a process.
     *
     * @param proc its folder in {@code /proc}
     * @param usable tells whether a group can be made in a folder and be joined, by doing so
     */
    LayoutFinder(Path proc, Predicate<Path> usable) {
        this.proc = proc;
        this.usable = usable;
    }

    static LayoutFinder ofThisProcess(Predicate<Path> usable) {
        return new LayoutFinder(PROC, usable);
    }

    /**
     * Returns the layout of groups at the top of everything; one without folders if nothing is mounted there.
     *
     * @param mount where the hierarchies are mounted
     */
    static Layout atTheTop(Path mount) {
        Path offered = mount.resolve("cgroup.controllers");
        try {
            if (Files.exists(offered)) {
                return new UnifiedLayout(mount, controllersIn(offered));
            }
            Map<String, Path> parents = new TreeMap<>();
            try (DirectoryStream<Path> hierarchies = Files.newDirectoryStream(mount, Files::isDirectory)) {
                for (Path hierarchy : hierarchies) {
                    // Where one hierarchy has several controllers, links lead to it by the name of each.
                    if (!Files.isSymbolicLink(hierarchy)) {
                        String names = hierarchy.getFileName().toString();
                        Arrays.stream(names.split(",")).forEach(name -> parents.put(name, hierarchy));
                    }
                }
            }
            return new LegacyLayout(parents);
        } catch (IOException noControlGroups) {
            return new LegacyLayout(Map.of());
        }
    }

    /** Finds it; a layout without controllers where there is nothing that we may use. */
    Layout find() {
        try {
            Map<String, String> own = ownGroups();
            List<Mounted> mounted = Files.readAllLines(proc.resolve("mountinfo")).stream()
                    .map(Mounted::parse)
                    .flatMap(Optional::stream)
                    .toList();
            LegacyLayout legacy = legacy(own, mounted);
            return legacy.controllers().isEmpty() ? unified(own, mounted).orElse(legacy) : legacy;
        } catch (IOException noControlGroups) {
            return new LegacyLayout(Map.of());
        }
    }

    /** Reads the group of this process in each tree; that of the newer tree has no name. */
    private Map<String, String> ownGroups() throws IOException {
        Map<String, String> groups = new HashMap<>();
        for (String line : Files.readAllLines(proc.resolve("cgroup"))) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3) {
                Arrays.stream(parts[1].split(",", -1)).forEach(controller -> groups.put(controller, parts[2]));
            }
        }
        return groups;
    }

    private LegacyLayout legacy(Map<String, String> own, List<Mounted> mounted) {
        Map<String, Path> parents = new TreeMap<>();
        Map<Path, Boolean> tried = new HashMap<>();
        for (String controller : List.of("cpu", "memory", "pids", LegacyLayout.ACCOUNTING, LegacyLayout.FREEZER)) {
            mounted.stream()
                    .filter(mount ->
                            mount.type().equals("cgroup") && mount.options().contains(controller))
                    .map(mount -> mount.folderOf(own.getOrDefault(controller, "/")))
                    .filter(folder -> tried.computeIfAbsent(folder, usable::test))
                    .findFirst()
                    .ifPresent(folder -> parents.put(controller, folder));
        }
        return new LegacyLayout(parents);
    }

    private Optional<Layout> unified(Map<String, String> own, List<Mounted> mounted) throws IOException {
        Optional<Mounted> tree =
                mounted.stream().filter(mount -> mount.type().equals("cgroup2")).findFirst();
        if (tree.isEmpty()) {
            return Optional.empty();
        }
        Path top = tree.get().point();
        Layout best = null;
        int most = 0;
        for (Path folder = tree.get().folderOf(own.getOrDefault("", "/"));
                folder != null && folder.startsWith(top);
                folder = folder.getParent()) {
            Set<Controller> offered = offered(folder);
            if (offered.size() > most && usable.test(folder)) {
                best = new UnifiedLayout(folder, offered);
                most = offered.size();
            }
        }
        return Optional.ofNullable(best);
    }

    private static Set<Controller> offered(Path folder) throws IOException {
        Path control = folder.resolve("cgroup.subtree_control");
        return Files.isReadable(control) ? controllersIn(control) : Set.of();
    }

    private static Set<Controller> controllersIn(Path list) throws IOException {
        Set<Controller> found = EnumSet.noneOf(Controller.class);
        List<String> words = List.of(GroupFiles.read(list).split(" ", -1));
        for (Controller controller : Controller.values()) {
            if (words.contains(controller.written())) {
                found.add(controller);
            }
        }
        return found;
    }

    /**
     * A tree of control groups.
     *
     * @param root which part of the tree is seen
     * @param point where
     * @param type the file system: {@code cgroup} or {@code cgroup2}
     * @param options what it is a tree of
     */
    private record Mounted(String root, Path point, String type, List<String> options) {

        private static final int ROOT = 3;
        private static final int POINT = 4;

        /** Reads a line: its optional fields end in a dash. */
        static Optional<Mounted> parse(String line) {
            int dash = line.indexOf(" - ");
            String[] first = line.split(" ");
            String[] last = dash < 0 ? new String[0] : line.substring(dash + 3).split(" ");
            if (last.length < 3 || first.length <= POINT || !last[0].startsWith("cgroup")) {
                return Optional.empty();
            }
            return Optional.of(
                    new Mounted(first[ROOT], Path.of(first[POINT]), last[0], List.of(last[2].split(",", -1))));
        }

        /** Finds the folder of a group; in a container its path may begin outside of what is seen. */
        Path folderOf(String group) {
            boolean inside = !root.equals("/") && group.startsWith(root);
            String below = inside ? group.substring(root.length()) : group;
            Path folder = point.resolve(below.replaceFirst("^/+", "")).normalize();
            return folder.startsWith(point) && Files.isDirectory(folder) ? folder : point;
        }
    }
}
