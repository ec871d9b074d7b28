package dev.sandboxed.cli.internal;

import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Function;

/**
 * Everything around the program, so that a test can be its host.
 *
 * @param in what commands read
 * @param out where output goes, byte by byte
 * @param err where messages go
 * @param surroundings where settings are found
 * @param providers how providers are found
 */
record Host(
        InputStream in,
        OutputStream out,
        PrintStream err,
        Surroundings surroundings,
        Function<Configuration, ProviderRegistry> providers) {

    /** Says something about the program itself, as opposed to what the command says. */
    void tell(String message) {
        err.println("sandboxed: " + message);
        err.flush();
    }
}
