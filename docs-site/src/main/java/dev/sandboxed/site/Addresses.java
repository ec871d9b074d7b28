package dev.sandboxed.site;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where files of the repository are on the site.
 *
 * @param root the folder of the repository
 */
record Addresses(Path root) {

    private static final String README = "README.md";

    /**
     * Finds what a link of a page leads to.
     *
     * @param page the page, as a path below the root
     * @param link what the link says, without what follows a {@code #}
     * @return the file, as a path below the root; for a folder that has one its README.md
     * @throws BrokenSiteException if there is nothing, or it is outside of the repository
     */
    String target(String page, String link) {
        Path target = root.resolve(page).resolveSibling(link).normalize();
        if (!target.startsWith(root) || !Files.exists(target)) {
            throw new BrokenSiteException(page + " links to " + link + ", which is not there; mend the link");
        }
        Path readme = target.resolve(README);
        return pathOf(Files.isRegularFile(readme) ? readme : target);
    }

    /** Returns the address of a file or folder on the site, seen from its beginning. */
    String of(String path) {
        if (path.equals(README) || path.endsWith("/" + README)) {
            return path.substring(0, path.length() - README.length()) + "index.html";
        }
        if (Files.isDirectory(root.resolve(path))) {
            return path + "/index.html";
        }
        return path.endsWith(".md") ? path.substring(0, path.length() - 2) + "html" : path + ".html";
    }

    /** Returns the way from a page up to the beginning of the site: empty, or as many {@code ../} as it takes. */
    String up(String page) {
        return "../".repeat((int) of(page).chars().filter(c -> c == '/').count());
    }

    private String pathOf(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }
}
