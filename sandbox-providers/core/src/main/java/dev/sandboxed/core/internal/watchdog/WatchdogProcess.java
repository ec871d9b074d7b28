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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The process that waits for the end of this JVM: a shell in a session of its own, which needs less than a megabyte. What
 * removes sandboxes is a JVM like this one, started when it is needed, so that every provider on the class path is served.
 */
final class WatchdogProcess {

    private static final Path SHELL = Path.of("/bin/sh");
    private static final Path OWN_SESSION = Path.of("/usr/bin/setsid");
    private static final List<String> QUICK_START =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx256m");

    private final Configuration configuration;
    private final ClassPath classPath;

    WatchdogProcess(Configuration configuration, ClassLoader loader) {
        this.configuration = configuration;
        this.classPath = ClassPath.of(configuration, loader);
    }

    /**
     * Starts it.
     *
     * @throws IOException if there is no shell here, or the state folder cannot be written
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
        command.addAll(List.of(
                SHELL.toString(),
                "-c",
                script(),
                "sandboxed-watchdog",
                java,
                arguments().toString()));
        ProcessBuilder process =
                new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        return process.start().getOutputStream();
    }

    /** Settings may be keys to a service, so that nobody else can read them. */
    private Path arguments() throws IOException {
        Path folder = Files.createDirectories(
                configuration.stateDirectory().resolve("watchdogs"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path file = Files.createTempFile(
                folder,
                ProcessHandle.current().pid() + "-",
                ".args",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        List<String> lines = new ArrayList<>(QUICK_START);
        for (Map.Entry<String, String> setting : configuration.below("sandbox").entrySet()) {
            lines.add(quoted("-Dsandbox." + setting.getKey() + "=" + setting.getValue()));
        }
        lines.add(quoted("-Dsandbox.stateDir=" + configuration.stateDirectory()));
        lines.add("-cp");
        lines.add(quoted(String.join(File.pathSeparator, classPath.entries())));
        lines.add(Reaper.class.getName());
        return Files.write(file, lines);
    }

    /** As files with arguments are written for the java program. */
    private static String quoted(String argument) {
        return '"'
                + argument.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                + '"';
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
