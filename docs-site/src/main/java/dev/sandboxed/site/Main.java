package dev.sandboxed.site;

import java.io.IOException;
import java.nio.file.Path;

/** The program behind {@code ./sandboxed site}. */
public final class Main {

    private Main() {}

    /**
     * Makes the site and says where it begins.
     *
     * @param arguments the folder of the repository, and the folder to write to
     * @throws IOException if a page cannot be read or written
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("Usage: ./sandboxed site [FOLDER]");
            System.exit(2);
        }
        Path folder = Path.of(arguments[1]);
        try {
            int pages = new Site(Path.of(arguments[0])).writeTo(folder);
            System.out.println(pages + " pages; begin with " + folder.resolve("index.html"));
        } catch (BrokenSiteException e) {
            System.err.println("sandboxed: " + e.getMessage());
            System.exit(1);
        }
    }
}
