package dev.sandboxed.api.internal.spec;

/** What may be a variable of an environment: the one check for specs, commands and command lines. */
public final class EnvNames {

    private EnvNames() {}

    /**
     * Refuses a name that no environment can hold.
     *
     * @throws IllegalArgumentException if it is empty or has {@code =} or NUL in it
     */
    public static String require(String name) {
        if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("Not a name for an environment variable: '" + name.replace("\0", "\\0")
                    + "'; it must not be empty nor contain '=' or NUL");
        }
        return name;
    }

    /**
     * Refuses a value that no environment can hold.
     *
     * @throws IllegalArgumentException if it has NUL in it; the value itself is not shown
     */
    public static String requireValue(String name, String value) {
        if (value.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("The value of environment variable '" + name + "' has NUL at index "
                    + value.indexOf('\0') + "; pass binary data as a file or as stdin");
        }
        return value;
    }
}
