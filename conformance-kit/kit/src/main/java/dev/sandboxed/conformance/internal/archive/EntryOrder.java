package dev.sandboxed.conformance.internal.archive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keeps the entries of an archive out of each other's way: folders come before what is in them, and nothing comes twice.
 * Names that climb, have empty parts or do not fit into a header are none of its business.
 */
final class EntryOrder {

    private final Set<String> folders = new HashSet<>();
    private final Set<String> others = new HashSet<>();

    /** Returns a name that is still free for a name that is not; any other stays as it is. */
    String free(String name) {
        if (isOdd(name)) {
            return name;
        }
        boolean lies = parents(name).stream().anyMatch(others::contains);
        String top = name.substring(0, name.indexOf('/') + 1);
        return lies || folders.contains(name) || others.contains(name)
                ? top + "other-" + (folders.size() + others.size())
                : name;
    }

    /** Returns the folders that have to come before an entry, from the outermost on, and remembers them and the entry. */
    List<String> before(String name, boolean isFolder) {
        if (isOdd(name)) {
            return List.of();
        }
        List<String> missing = parents(name).stream().filter(folders::add).toList();
        (isFolder ? folders : others).add(name);
        return missing;
    }

    private static boolean isOdd(String name) {
        return name.length() > TarBlocks.NAME_BYTES || ("/" + name + "/").matches("(?s).*/\\.{0,2}/.*");
    }

    private static List<String> parents(String name) {
        List<String> parents = new ArrayList<>();
        for (int end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
            parents.add(name.substring(0, end));
        }
        return parents;
    }
}
