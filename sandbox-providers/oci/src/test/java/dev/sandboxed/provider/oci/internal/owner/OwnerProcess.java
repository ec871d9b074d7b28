package dev.sandboxed.provider.oci.internal.owner;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Another JVM that owns sandboxes, and can be killed. */
public final class OwnerProcess {

    private OwnerProcess() {}

    /** Starts a program of the tests; what it complains about is shown with them. */
    public static Process start(Class<?> program, String... arguments) throws IOException {
        List<String> argv = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                program.getName()));
        argv.addAll(List.of(arguments));
        return new ProcessBuilder(argv)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
