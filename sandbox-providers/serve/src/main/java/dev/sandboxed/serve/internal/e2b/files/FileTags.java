package dev.sandboxed.serve.internal.e2b.files;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What uploads say about their files. Kept beside the files, since not every provider can keep it with them. */
final class FileTags {

    private static final int MOST = 10_000;

    private final Map<String, Map<String, String>> tags = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<String, String>> eldest) {
            return size() > MOST;
        }
    });

    /** Replaces what is known about a file. */
    void put(String path, Map<String, String> all) {
        if (all.isEmpty()) {
            tags.remove(path);
        } else {
            tags.put(path, Map.copyOf(all));
        }
    }

    Map<String, String> of(String path) {
        return tags.getOrDefault(path, Map.of());
    }

    void moved(String from, String to) {
        put(to, of(from));
        tags.remove(from);
    }

    void removed(String path) {
        tags.keySet().removeIf(known -> known.equals(path) || known.startsWith(path + "/"));
    }
}
