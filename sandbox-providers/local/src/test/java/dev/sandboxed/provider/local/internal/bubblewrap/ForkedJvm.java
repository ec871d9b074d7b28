package dev.sandboxed.provider.local.internal.bubblewrap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a class of the tests in a JVM of its own. */
public final class ForkedJvm {

    private ForkedJvm() {}

    public static Process start(Class<?> main, String... arguments) throws IOException {
        return start(List.of(), classPath(), main, arguments);
    }

    /** Start it with other classes; what comes first becomes the JVM, as another user for example. */
    static Process start(List<String> first, String classPath, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(first);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx512m", "-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
