package dev.sandboxed.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What is around the content of every page.
 *
 * @param addresses where pages are
 * @param navigation what every page leads to
 */
record Layout(Addresses addresses, Navigation navigation) {

    /** The files that all pages share. */
    static final List<String> ASSETS = List.of("site.css", "site.js");

    /** Returns the whole page. */
    String around(Page page) {
        return resource("page.html")
                .replace("{{title}}", escaped(page.title()))
                .replace("{{up}}", addresses.up(page.path()))
                .replace("{{navigation}}", links(page))
                // Last: pages may show words in braces.
                .replace("{{content}}", page.html());
    }

    private String links(Page from) {
        return navigation.groups().entrySet().stream()
                .map(group -> "<h2>" + escaped(group.getKey()) + "</h2>\n<ul>\n"
                        + group.getValue().stream()
                                .map(page -> link(from, page))
                                .collect(Collectors.joining())
                        + "</ul>\n")
                .collect(Collectors.joining());
    }

    private String link(Page from, Page to) {
        String here = from.path().equals(to.path()) ? " aria-current=\"page\"" : "";
        return "<li><a href=\"" + escaped(addresses.up(from.path()) + addresses.of(to.path())) + "\"" + here + ">"
                + escaped(to.title()) + "</a></li>\n";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Returns a file that lies beside this class. */
    static String resource(String name) {
        try (InputStream file = Layout.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("The jar lacks " + name);
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
