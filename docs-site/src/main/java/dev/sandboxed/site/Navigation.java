package dev.sandboxed.site;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The pages that every page leads to.
 *
 * @param groups the pages, in order, by the heading that they stand below
 */
record Navigation(Map<String, List<Page>> groups) {

    /** Tasks are in the order of its table, which leads to all pages but those about the project. */
    private static final String TABLE = "docs/README.md";

    private static final List<String> PROJECT =
            List.of("README.md", "docs/adr/README.md", "CHANGELOG.md", "CONTRIBUTING.md");

    static Navigation of(Map<String, Page> pages) {
        Map<String, List<Page>> groups = new LinkedHashMap<>();
        Page table = pages.get(TABLE);
        if (table == null) {
            throw new BrokenSiteException("There is no " + TABLE + ", which has the table of tasks; write it");
        }
        Stream<String> tasks = table.links().stream().filter(path -> !PROJECT.contains(path));
        groups.put("By task", all(pages, Stream.concat(Stream.of(TABLE), tasks)));
        groups.put("The project", all(pages, PROJECT.stream()));
        return new Navigation(groups);
    }

    private static List<Page> all(Map<String, Page> pages, Stream<String> paths) {
        return paths.flatMap(path -> Stream.ofNullable(pages.get(path))).toList();
    }
}
