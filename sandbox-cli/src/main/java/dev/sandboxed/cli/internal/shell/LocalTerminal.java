package dev.sandboxed.cli.internal.shell;

import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.process.internal.host.HostProcess;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The terminal that this process was started in, which passes on every key until it is closed: Ctrl-C too is for whoever is at the other end.
 */
public final class LocalTerminal implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LocalTerminal.class.getName());

    private static final Pattern TERMINALS = Pattern.compile("/dev/(pts/\\d+|tty.*|console)");

    private final String before;
    private final Thread hook = new Thread(this::restore, "sandboxed-terminal");

    private LocalTerminal(String before) {
        this.before = before;
    }

    /** Takes the terminal; empty if input or output of this process is something else. */
    public static Optional<LocalTerminal> take() throws IOException {
        if (!isTerminal(0) || !isTerminal(1)) {
            return Optional.empty();
        }
        Optional<LocalTerminal> terminal = stty("-g").map(LocalTerminal::new);
        if (terminal.isPresent()) {
            Runtime.getRuntime().addShutdownHook(terminal.get().hook);
            stty("raw", "-echo");
        }
        return terminal;
    }

    /** Returns its size now, or the usual one where it does not tell. */
    public TerminalSize size() throws IOException {
        String[] numbers = stty("size").orElse("").split(" ");
        try {
            return new TerminalSize(Integer.parseInt(numbers[1]), Integer.parseInt(numbers[0]));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException unknown) {
            return TerminalSize.DEFAULT;
        }
    }

    /** Makes it what it was before. */
    @Override
    public void close() {
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException goingDown) {
            LOG.log(Level.DEBUG, "The terminal is restored once more by the hook", goingDown);
        }
    }

    private void restore() {
        try {
            stty(before);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The terminal may be unreadable now; type: stty sane", e);
        }
    }

    /** The JVM cannot tell which of its streams are terminals. Where there is no {@code /proc}, none is taken for one. */
    private static boolean isTerminal(int stream) throws IOException {
        Path link = Path.of("/proc/self/fd/" + stream);
        return Files.isSymbolicLink(link)
                && TERMINALS.matcher(Files.readSymbolicLink(link).toString()).matches();
    }

    /** Returns what the program says that knows terminals; empty if it fails. */
    private static Optional<String> stty(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "exec stty \"$@\" </dev/tty", "sh"));
        command.addAll(List.of(arguments));
        Process process = HostProcess.start(command, Map.of("PATH", "/usr/bin:/bin"), Path.of("/"));
        process.getErrorStream().close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            return process.waitFor() == 0 ? Optional.of(printed) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
