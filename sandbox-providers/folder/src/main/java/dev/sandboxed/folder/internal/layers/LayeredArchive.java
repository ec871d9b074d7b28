package dev.sandboxed.folder.internal.layers;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.folder.internal.store.Drafts;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The files of a sandbox as an archive of the host's tar, which keeps owners, and what the kernel has noted about changes that
 * lie over other folders: files that are gone are devices there, and replaced folders have attributes. Java can do neither.
 *
 * @param home the folder that they are in, which may have no room left for anything else
 * @param layers folders in it that stand for the root inside, each with a part of the files; any may be missing
 */
public record LayeredArchive(Path home, List<Path> layers) {

    private static final Duration LONGEST = Duration.ofHours(1);
    /** What is smaller is read quicker than a program that unpacks it is started; tar finds out by itself. */
    private static final long SMALL = 4L << 20;

    /**
     * Writes the files that the options ask for, and returns how many there were.
     *
     * @param notes what else is to be known when it is unpacked, by names that no layer has
     * @throws IOException if a file cannot be read or the archive not be written
     */
    public long pack(Path archive, SnapshotOptions options, Map<String, String> notes) throws IOException {
        LayeredFiles files = new LayeredFiles(home, options);
        for (Path layer : layers) {
            if (Files.isDirectory(layer, LinkOption.NOFOLLOW_LINKS)) {
                files.collect(layer);
            }
        }
        List<String> how = new ArrayList<>(List.of("--create", "--null", "--no-recursion", "--sparse"));
        if (files.bytes() > SMALL) {
            how.add("--use-compress-program=gzip -1");
        }
        Path beside = new Drafts(archive.resolveSibling(".").normalize()).nextFolder();
        try {
            List<String> what = new ArrayList<>(List.of("--directory=" + beside));
            for (Map.Entry<String, String> note : notes.entrySet()) {
                Files.writeString(beside.resolve(note.getKey()), note.getValue());
                what.add(note.getKey());
            }
            what.add("--directory=" + home);
            what.addAll(List.of("--verbatim-files-from", "--files-from=-", "--file=" + archive));
            tar(files.names(), how, what);
        } finally {
            FolderRemoval.remove(beside);
        }
        return files.count();
    }

    /**
     * Puts the files of an archive in place. The layers may be there already, and are empty.
     *
     * @param notes the names of notes that may be in it
     * @return those that are
     * @throws SnapshotRejectedException if there is anything in it that is never packed; nothing is unpacked then
     * @throws IOException if a file cannot be made
     */
    public Map<String, String> unpack(Path archive, Set<String> notes) throws IOException {
        inspect(archive, notes);
        tar(
                new byte[0],
                List.of("--extract", "--same-permissions", "--same-owner"),
                List.of("--directory=" + home, "--file=" + archive));
        return takeNotes(notes);
    }

    private void inspect(Path archive, Set<String> notes) {
        Set<String> tops =
                layers.stream().map(layer -> home.relativize(layer).toString()).collect(Collectors.toSet());
        try {
            new TarInspection(tops, notes).inspect(archive);
        } catch (IOException | IllegalArgumentException e) {
            throw new SnapshotRejectedException(Fault.of("The archive '" + archive.getFileName()
                            + "' was not packed by us, or is damaged: " + e.getMessage())
                    .remedy("delete the snapshot and take it again")
                    .cause(e));
        }
    }

    private Map<String, String> takeNotes(Set<String> names) throws IOException {
        Map<String, String> taken = new LinkedHashMap<>();
        for (String name : names) {
            Path note = home.resolve(name);
            if (Files.exists(note, LinkOption.NOFOLLOW_LINKS)) {
                taken.put(name, Files.readString(note));
                Files.delete(note);
            }
        }
        return taken;
    }

    private void tar(byte[] input, List<String> before, List<String> after) throws IOException {
        List<String> argv = new ArrayList<>(List.of("tar"));
        argv.addAll(before);
        argv.addAll(List.of("--numeric-owner", "--xattrs", "--xattrs-include=*"));
        argv.addAll(after);
        Command command = Command.of("tar").stdin(Stdin.bytes(input)).timeout(LONGEST);
        ExecResult result = ProcessRunner.run(new Launch(
                command,
                argv,
                Map.of("PATH", "/usr/bin:/bin", "LC_ALL", "C.UTF-8"),
                home,
                new ProcessScope("archive-" + home.getFileName())));
        if (!result.succeeded()) {
            throw new IOException(
                    "tar " + result.ending() + ": " + result.stderr().strip());
        }
    }
}
