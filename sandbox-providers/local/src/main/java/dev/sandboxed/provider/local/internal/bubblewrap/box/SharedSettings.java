package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.linux.internal.host.HostSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The folder {@code /etc} of all boxes of a process that have the host's programs: copies of the host's files, made once.
 * Only folders are mounted over it: to mount every file, or to copy it for every box, would take longer than all else.
 *
 * @param path where it is on the host
 */
public record SharedSettings(Path path) {

    private static final Path ETC = Path.of("/etc");

    /** Each box has its own, mounted over what is here. */
    static final Path USERS = ETC.resolve("passwd");

    /** Each box with a network has its own, mounted over an empty one. */
    static final Path RESOLVER = ETC.resolve("resolv.conf");

    private static final Path GROUPS = ETC.resolve("group");
    private static final Path HOSTS = ETC.resolve("hosts");
    private static final Set<Path> OURS = Set.of(USERS, GROUPS, HOSTS, RESOLVER);

    private static final String ALL_GROUPS = """
            root:x:0:
            sandbox:x:1000:
            nogroup:x:65534:
            """;

    /**
     * Makes it.
     *
     * @param folder is empty, and only this process writes there
     */
    public static SharedSettings in(Path folder) throws IOException {
        SharedSettings settings = new SharedSettings(folder);
        for (HostSystem.Setting setting : RootView.HOST.settings()) {
            Path at = settings.place(Path.of(setting.path()));
            Files.createDirectories(setting.folder() ? at : at.getParent());
            if (!setting.folder() && !OURS.contains(Path.of(setting.path()))) {
                Files.copy(setting.source(), at);
            }
        }
        Files.createFile(settings.place(USERS));
        Files.createFile(settings.place(RESOLVER));
        Files.writeString(settings.place(GROUPS), ALL_GROUPS);
        Files.writeString(settings.place(HOSTS), HostSystem.HOSTS);
        return settings;
    }

    private Path place(Path inside) {
        return path.resolve(ETC.relativize(inside));
    }

    /** Returns bubblewrap to show it. */
    List<String> shown() {
        List<String> arguments = new ArrayList<>(List.of("--ro-bind", path.toString(), ETC.toString()));
        for (HostSystem.Setting setting : RootView.HOST.settings()) {
            if (setting.folder()) {
                arguments.addAll(List.of("--ro-bind", setting.source().toString(), setting.path()));
            }
        }
        return arguments;
    }

    /** Removes it; no box may be left. */
    public void remove() throws IOException {
        FolderRemoval.remove(path);
    }
}
