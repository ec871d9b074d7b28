package dev.sandboxed.junit.internal.cases;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds a folder of cases. */
final class CaseFolder {

    private CaseFolder() {}

    /**
     * Looks from the current directory, then from the root of the class path.
     *
     * @throws IllegalArgumentException if there is none, or it is in a jar
     */
    static Path find(String name, Class<?> testClass) {
        Path here = Path.of(name);
        if (Files.isDirectory(here)) {
            return here;
        }
        URL resource = testClass.getResource("/" + name);
        if (resource == null) {
            throw new IllegalArgumentException("there is no such folder, neither at " + here.toAbsolutePath()
                    + " nor on the class path; make it, with pairs of files such as sort.in and sort.out");
        }
        if (!resource.getProtocol().equals("file")) {
            throw new IllegalArgumentException(
                    "the folder is in " + resource + "; cases are read from folders only, so unpack it");
        }
        try {
            return Path.of(resource.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("the folder at " + resource + " has a name that cannot be used", e);
        }
    }
}
