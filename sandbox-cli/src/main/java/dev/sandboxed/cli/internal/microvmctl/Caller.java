package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Function;

/**
 * Who calls the controller.
 *
 * @param in what it sends
 * @param out where answers go, byte by byte
 * @param err where messages go
 * @param surroundings where settings are found
 * @param providers how providers are found
 * @param program the class whose {@code main} is the whole program, to start the keeper with
 */
public record Caller(
        InputStream in,
        OutputStream out,
        PrintStream err,
        Surroundings surroundings,
        Function<Configuration, ProviderRegistry> providers,
        Class<?> program) {

    void tell(String message) {
        err.println("microvmctl: " + message);
        err.flush();
    }
}
