package dev.sandboxed.cli.internal.shell;

import dev.sandboxed.api.exec.TerminalSize;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The terminal that this process was started in, which passes on every key until it is closed: Ctrl-C too is for whoever is at the other end.
 */
public final class LocalTerminal implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LocalTerminal.class.getName());

    private final String before;
    private final Thread hook = new Thread(this::restore, "sandboxed-terminal");

    private LocalTerminal(String before) {
        this.before = before;
    }

    /** Takes the terminal; empty if input or output of this process is something else. */
    public static Optional<LocalTerminal> take() throws IOException {
        if (run(new ProcessBuilder("/bin/sh", "-c", "test -t 0 && test -t 1").redirectOutput(Redirect.INHERIT))
                .isEmpty()) {
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

    private static Optional<String> stty(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("stty"));
        command.addAll(List.of(arguments));
        return run(new ProcessBuilder(command));
    }

    /** Returns what a program prints whose input is ours; empty if it fails. */
    private static Optional<String> run(ProcessBuilder builder) throws IOException {
        Process process = builder.redirectInput(Redirect.INHERIT)
                .redirectError(Redirect.DISCARD)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            return process.waitFor() == 0 ? Optional.of(printed) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
