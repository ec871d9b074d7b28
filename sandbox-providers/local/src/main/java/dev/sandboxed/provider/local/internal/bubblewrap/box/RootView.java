package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.linux.internal.host.HostSystem;
import dev.sandboxed.linux.internal.mount.Overlay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a sandbox sees of the host's files: programs and libraries, which can look as if they were changed, and some settings;
 * all else is read-only. Or the folders of an image instead.
 */
final class RootView {

    /** Looked at once: what a host is made of does not change while a process runs. */
    static final HostSystem HOST = look();

    /** The host's folders with programs and libraries, without those that are only links to others. */
    static final List<Path> PROGRAMS =
            HOST.folders().stream().map(HostSystem.TOP::resolve).toList();

    /** Made for each sandbox, whatever an image has there. */
    private static final Set<String> OURS = Set.of("dev", "proc", "sys", "tmp", "run");

    private static final String ETC = "etc";

    private RootView() {}

    /** Certificates are shown to everybody: some programs do not start without them. */
    private static HostSystem look() {
        try {
            return HostSystem.look(HostSystem.TOP, true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Shows the host's programs.
     *
     * @param overlays what shows the programs with changes to them; nothing to show them as they are
     * @param writable whether there may be more changes
     */
    static List<String> ofHost(List<Overlay> overlays, boolean writable) {
        List<String> arguments = new ArrayList<>();
        for (Path folder : PROGRAMS) {
            Optional<Overlay> changed = overlays.stream()
                    .filter(overlay -> overlay.lower().equals(folder))
                    .findFirst();
            String how = changed.isPresent() && writable ? "--bind" : "--ro-bind";
            Path source = changed.map(Overlay::target).orElse(folder);
            arguments.addAll(List.of(how, source.toString(), folder.toString()));
        }
        for (Map.Entry<String, Path> link : HOST.links().entrySet()) {
            arguments.addAll(List.of("--symlink", link.getValue().toString(), "/" + link.getKey()));
        }
        arguments.addAll(List.of("--dir", "/home", "--dir", "/var", "--symlink", "../tmp", "/var/tmp"));
        return arguments;
    }

    /**
     * Shows everything in a folder as the root, except what each sandbox has of its own.
     *
     * @param resolver what says where to ask for names; empty for a sandbox without a network
     */
    static List<String> ofImage(Path folder, Optional<Path> resolver) throws IOException {
        List<String> arguments = new ArrayList<>();
        boolean replaced = resolver.isPresent() && !Files.isSymbolicLink(folder.resolve(ETC));
        for (Path child : children(folder)) {
            String name = child.getFileName().toString();
            if (replaced && name.equals(ETC)) {
                // One by one, since nothing can be added to what is mounted whole.
                for (Path setting : children(child)) {
                    Path target = Path.of("/", ETC).resolve(setting.getFileName());
                    if (!target.equals(SharedSettings.RESOLVER)) {
                        show(arguments, setting, target.toString());
                    }
                }
            } else if (!OURS.contains(name)) {
                show(arguments, child, "/" + name);
            }
        }
        if (replaced) {
            arguments.addAll(List.of("--ro-bind", resolver.get().toString(), SharedSettings.RESOLVER.toString()));
        }
        return arguments;
    }

    private static void show(List<String> arguments, Path source, String target) throws IOException {
        if (Files.isSymbolicLink(source)) {
            arguments.addAll(List.of("--symlink", Files.readSymbolicLink(source).toString(), target));
        } else if (Files.exists(source)) {
            arguments.addAll(List.of("--ro-bind", source.toString(), target));
        }
    }

    private static Set<Path> children(Path folder) throws IOException {
        Set<Path> sorted = new TreeSet<>();
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
                found.forEach(sorted::add);
            }
        }
        return sorted;
    }
}
