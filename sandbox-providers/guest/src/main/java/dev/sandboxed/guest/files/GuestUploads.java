package dev.sandboxed.guest.files;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.HostTree;
import dev.sandboxed.api.files.TransferProgress;
import dev.sandboxed.guest.internal.tar.TarFeed;
import dev.sandboxed.guest.internal.tar.TarItem;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Brings a folder of the host into a guest. The user makes the directories, so that none that exists changes its owner; one
 * archive brings everything else.
 */
final class GuestUploads {

    private static final int OWNER_MAY_ALL = 0700;

    private final GuestArchives archives;
    private final GuestShell shell;
    private final GuestFaults faults;
    private final UnaryOperator<String> resolve;

    GuestUploads(GuestArchives archives, GuestShell shell, GuestFaults faults, UnaryOperator<String> resolve) {
        this.archives = archives;
        this.shell = shell;
        this.faults = faults;
        this.resolve = resolve;
    }

    /** Brings items, the first of which is the directory that all others lie in. */
    void upload(List<HostTree.Item> items, GuestUser owner, TransferProgress progress) throws IOException {
        String target = items.get(0).entry().path();
        String top = resolve.apply(target);
        List<FileEntry> directories = items.stream()
                .map(HostTree.Item::entry)
                .filter(FileEntry::isDirectory)
                .toList();
        String root = makeDirectories(target, directories);
        List<TarItem> packed = new ArrayList<>();
        for (HostTree.Item item : items) {
            FileEntry entry = item.entry();
            if (!entry.isDirectory()) {
                String name = resolve.apply(entry.path()).substring(top.equals("/") ? 1 : top.length() + 1);
                packed.add(
                        TarItem.of(item, name, owner.owner()).then(() -> progress.arrived(entry.path(), entry.size())));
            }
        }
        if (!packed.isEmpty()) {
            try (InputStream tar = new TarFeed(packed)) {
                archives.store(root, tar);
            }
        }
        setModes(target, directories);
    }

    /** Makes the directories and tell where the first of them really lies. */
    private String makeDirectories(String target, List<FileEntry> directories) {
        List<String> answers = new ArrayList<>();
        List<String> paths =
                directories.stream().map(FileEntry::path).map(resolve).toList();
        for (List<String> batch : GuestShell.batches(paths)) {
            ExecResult result = shell.run(Scripts.MAKE_DIRECTORIES, batch);
            if (!result.succeeded()) {
                throw faults.of("upload to", target, result);
            }
            answers.addAll(GuestShell.words(result));
        }
        if (answers.isEmpty() || !answers.get(0).startsWith("/")) {
            throw faults.nonsense("upload to", target, "where a directory lies", String.join(" ", answers));
        }
        return answers.get(0);
    }

    /**
     * Sets modes, with few commands: all directories of the same mode at once. Those that shut their owner out come last,
     * and the deepest of them first, since nobody could get at what is below them.
     */
    private void setModes(String target, List<FileEntry> directories) {
        Map<Integer, List<String>> byMode = new TreeMap<>();
        List<FileEntry> shut = new ArrayList<>();
        for (FileEntry directory : directories) {
            if ((directory.mode() & OWNER_MAY_ALL) == OWNER_MAY_ALL) {
                byMode.computeIfAbsent(directory.mode(), mode -> new ArrayList<>())
                        .add(resolve.apply(directory.path()));
            } else {
                shut.add(directory);
            }
        }
        byMode.forEach((mode, paths) -> setMode(target, mode, paths));
        Collections.reverse(shut);
        shut.forEach(directory -> setMode(target, directory.mode(), List.of(resolve.apply(directory.path()))));
    }

    private void setMode(String target, int mode, List<String> paths) {
        for (List<String> batch : GuestShell.batches(paths)) {
            List<String> arguments = Stream.concat(Stream.of(GuestFiles.octal(mode)), batch.stream())
                    .toList();
            ExecResult result = shell.run(Scripts.CHMOD, arguments);
            if (!result.succeeded()) {
                throw faults.of("set the modes of what was uploaded to", target, result);
            }
        }
    }
}
