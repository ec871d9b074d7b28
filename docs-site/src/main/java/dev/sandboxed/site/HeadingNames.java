package dev.sandboxed.site;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Gives the headings of a page the names that GitHub gives them, so that links mean the same in both places. */
final class HeadingNames {

    private final Map<String, Integer> seen = new HashMap<>();

    /** Returns the name for the next heading of the page. */
    String next(String heading) {
        String name = heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        int before = seen.merge(name, 1, Integer::sum) - 1;
        return before == 0 ? name : name + "-" + before;
    }
}
