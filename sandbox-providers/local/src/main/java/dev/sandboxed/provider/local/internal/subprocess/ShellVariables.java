package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The variables that survive a shell. Most shells do not pass on one whose name they could not set themselves, and a
 * program that can would have to be told the value in its arguments, which everybody on the host can read.
 */
public final class ShellVariables {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String REMEDY = "use a name of letters, digits and underscores, or pass the value in a file";

    private ShellVariables() {}

    /**
     * Refuses a spec with a variable or secret that would be lost.
     *
     * @throws SandboxStartException if there is one; its value is not shown
     */
    public static void requireIn(SandboxSpec spec, String provider) {
        lost(Stream.concat(spec.env().keySet().stream(), spec.secrets().keySet().stream()))
                .ifPresent(name -> {
                    throw new SandboxStartException(
                            Fault.of(why(name)).provider(provider).remedy(REMEDY));
                });
    }

    /**
     * Refuses names of a command's variables that would be lost.
     *
     * @throws IllegalArgumentException if there is one
     */
    public static void require(Stream<String> names) {
        lost(names).ifPresent(name -> {
            throw new IllegalArgumentException(why(name) + "; " + REMEDY);
        });
    }

    private static Optional<String> lost(Stream<String> names) {
        return names.filter(name -> !NAME.matcher(name).matches()).findFirst();
    }

    private static String why(String name) {
        return "Environment variable '" + name + "' cannot be given to a command that a shell starts, as here";
    }
}
