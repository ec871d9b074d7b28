package dev.sandboxed.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.site.Page.Section;
import java.util.Collection;
import java.util.List;

/** What can be searched for, as a script: from a folder, browsers load no other kind of data. */
final class SearchIndex {

    private SearchIndex() {}

    /** Returns a list of sections, each with address, title of the page, heading and text. */
    static String of(Collection<Page> pages, Addresses addresses) {
        List<List<String>> sections = pages.stream()
                .flatMap(page -> page.sections().stream().map(section -> entry(page, section, addresses)))
                .toList();
        try {
            return "window.sections = " + new ObjectMapper().writeValueAsString(sections) + ";\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Texts cannot be written as JSON", e);
        }
    }

    private static List<String> entry(Page page, Section section, Addresses addresses) {
        return List.of(
                addresses.of(page.path()) + "#" + section.anchor(), page.title(), section.heading(), section.text());
    }
}
