package dev.sandboxed.core.internal.watchdog;

import dev.sandboxed.core.internal.config.Configuration;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that waits for the end of this JVM: a shell in a session of its own, which needs less than two megabytes. What
 * removes sandboxes is a JVM like this one, started when it is needed, so that every provider on the class path is served.
 */
final class WatchdogProcess {

    private static final Path SHELL = Path.of("/bin/sh");
    private static final Path OWN_SESSION = Path.of("/usr/bin/setsid");
    private static final List<String> QUICK_START =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx256m");

    /** What this JVM was given besides may be a port or a file that only one JVM can have. */
    private static final List<String> OPTIONS_OF_THIS_JVM = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS");

    private final Configuration configuration;
    private final ClassPath classPath;

    WatchdogProcess(Configuration configuration, ClassLoader loader) {
        this.configuration = configuration;
        this.classPath = ClassPath.of(configuration, loader);
    }

    /**
     * Starts it. What it needs to know is in its environment: no file that somebody could put another in the place of, and
     * nothing that a list of processes shows.
     *
     * @throws IOException if there is no shell here, or all of that is too long for an environment
     */
    OutputStream start() throws IOException {
        String java = ProcessHandle.current()
                .info()
                .command()
                .orElseThrow(() -> new IOException("The system does not tell which program this JVM is"));
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(OWN_SESSION)) {
            command.add(OWN_SESSION.toString());
        }
        command.addAll(List.of(SHELL.toString(), "-c", script(), "sandboxed-watchdog", java));
        command.addAll(QUICK_START);
        command.add(Reaper.class.getName());
        ProcessBuilder process =
                new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        process.environment().keySet().removeAll(OPTIONS_OF_THIS_JVM);
        process.environment().put("CLASSPATH", String.join(File.pathSeparator, classPath.entries()));
        process.environment().put(HandedSettings.VARIABLE, HandedSettings.write(configuration));
        return process.start().getOutputStream();
    }

    private static String script() throws IOException {
        try (InputStream script = WatchdogProcess.class.getResourceAsStream("watchdog.sh")) {
            if (script == null) {
                throw new IOException("The script of the watchdog is not on the class path");
            }
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
