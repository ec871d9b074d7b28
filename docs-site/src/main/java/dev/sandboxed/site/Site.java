package dev.sandboxed.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All pages for people, and every file of the repository that they lead to. */
final class Site {

    private final Path root;
    private final Addresses addresses;

    Site(Path root) {
        this.root = root.toAbsolutePath().normalize();
        this.addresses = new Addresses(this.root);
    }

    /**
     * Writes the site.
     *
     * @param folder where to: a folder that is empty, does not exist, or has an earlier site
     * @return how many pages it has
     * @throws BrokenSiteException if a link leads nowhere, or there is something else in the folder
     * @throws IOException if something cannot be read or written
     */
    int writeTo(Path folder) throws IOException {
        refuseForeign(folder);
        Map<String, Page> pages = pages();
        Layout layout = new Layout(addresses, Navigation.of(pages));
        for (Page page : pages.values()) {
            Path file = folder.resolve(addresses.of(page.path()));
            Files.createDirectories(file.getParent());
            Files.writeString(file, layout.around(page));
        }
        Layout.ASSETS.forEach(name -> write(folder.resolve("assets").resolve(name), Layout.resource(name)));
        write(folder.resolve("assets/index.js"), SearchIndex.of(pages.values(), addresses));
        return pages.size();
    }

    private static void refuseForeign(Path folder) throws IOException {
        if (!Files.isDirectory(folder) || Files.exists(folder.resolve("assets/site.css"))) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                throw new BrokenSiteException(
                        folder + " has something else in it than a site; name a folder that is empty or new");
            }
        }
    }

    private Map<String, Page> pages() throws IOException {
        MarkdownPages markdown = new MarkdownPages(addresses);
        Map<String, Page> pages = new LinkedHashMap<>();
        Deque<String> open = new ArrayDeque<>(beginnings());
        while (!open.isEmpty()) {
            String path = open.removeFirst();
            if (!pages.containsKey(path)) {
                Page page =
                        path.endsWith(".md") ? markdown.read(path, Files.readString(root.resolve(path))) : shown(path);
                pages.put(path, page);
                open.addAll(page.links());
            }
        }
        return pages;
    }

    private Collection<String> beginnings() throws IOException {
        List<String> found = new ArrayList<>(List.of("README.md", "docs/README.md", "CHANGELOG.md", "CONTRIBUTING.md"));
        for (String folder : List.of("docs", "docs/adr")) {
            try (Stream<Path> files = Files.list(root.resolve(folder))) {
                files.map(file -> folder + "/" + file.getFileName())
                        .filter(path -> path.endsWith(".md"))
                        .sorted()
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** A file that is no page is shown as it is, a folder as a list. */
    private Page shown(String path) throws IOException {
        Path file = root.resolve(path);
        String content = Files.isDirectory(file) ? names(file) : Files.readString(file);
        String html = "<h1>" + Layout.escaped(path) + "</h1>\n<pre tabindex=\"0\"><code>" + Layout.escaped(content)
                + "</code></pre>\n";
        return new Page(path, path, html, List.of(), Set.of());
    }

    private static String names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.joining("\n"));
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
