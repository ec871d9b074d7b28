package dev.sandboxed.cli.internal.conformance;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Jars of a provider from outside, added to what the program has. */
public final class ProviderJars {

    private ProviderJars() {}

    /**
     * Creates a class loader that sees the jars as well.
     *
     * @throws IllegalArgumentException if one of them is no file; the message names it
     */
    public static URLClassLoader over(ClassLoader program, List<Path> jars) {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            if (!Files.isReadable(jar)) {
                throw new IllegalArgumentException("There is no readable file '" + jar
                        + "'; name the provider's jar, and each jar it needs, with a --jar of its own");
            }
            try {
                urls.add(jar.toUri().toURL());
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException("Not the name of a jar: '" + jar + "'", e);
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), program);
    }
}
