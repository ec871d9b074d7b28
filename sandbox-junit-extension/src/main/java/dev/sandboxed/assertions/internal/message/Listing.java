package dev.sandboxed.assertions.internal.message;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import java.util.List;
import java.util.stream.Collectors;

/** Lists directories for people who wonder where a file is. */
final class Listing {

    private static final int MOST = 50;

    private Listing() {}

    /** Lists the directory that should hold a path, or the nearest one above it that exists. */
    static String around(SandboxFiles files, String path) {
        String directory = parent(path);
        while (true) {
            try {
                return of(directory, files.list(directory));
            } catch (SandboxFileNotFoundException absent) {
                if (directory.equals("/")) {
                    return "Not even the root directory can be found.";
                }
                directory = parent(directory);
            } catch (SandboxFileException refused) {
                return "The directory '" + directory + "' cannot be listed: " + refused.getMessage();
            }
        }
    }

    static String of(String directory, List<FileEntry> entries) {
        if (entries.isEmpty()) {
            return "The directory '" + directory + "' is empty.";
        }
        String shown = entries.stream().limit(MOST).map(Listing::line).collect(Collectors.joining());
        int more = entries.size() - MOST;
        return "The directory '" + directory + "' holds:" + shown + (more > 0 ? "\n  … and " + more + " more" : "");
    }

    static String mode(int bits) {
        return "0" + Integer.toOctalString(bits);
    }

    private static String line(FileEntry entry) {
        String start = "\n  " + mode(entry.mode()) + " " + entry.name();
        return switch (entry.type()) {
            case FILE -> start + " (" + Plural.of(entry.size(), "byte") + ")";
            case DIRECTORY -> start + "/";
            case LINK -> start + " -> " + entry.linkTarget().orElseThrow();
            case OTHER -> start + " (a pipe, socket or device)";
        };
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
