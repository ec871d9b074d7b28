package dev.sandboxed.site;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One page of the site.
 *
 * @param path the file that it is made from, below the root of the repository
 * @param title its first heading, or its path
 * @param html its content
 * @param sections what it says, for the search
 * @param links the files that it leads to, below the root of the repository
 */
record Page(String path, String title, String html, List<Section> sections, Set<String> links) {

    Page {
        sections = List.copyOf(sections);
        // In the order of the page, which the navigation keeps.
        links = Collections.unmodifiableSet(new LinkedHashSet<>(links));
    }

    /**
     * What follows a heading.
     *
     * @param heading the heading
     * @param anchor its name
     * @param text what is said below it
     */
    record Section(String heading, String anchor, String text) {}
}
