package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.process.HostTool;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A controller on another machine, told by the system's own {@code ssh}: its settings, keys and agents are the user's.
 *
 * <p>One connection is kept for all words, and ends a minute after the last. It is not shared with other routes, in this JVM or
 * another: whoever lets go of it ends all that is under way there. The other side runs a shell, which gets every word quoted. Safe
 * from several threads.
 */
final class SshRoute implements Route {

    private static final Logger LOG = System.getLogger(SshRoute.class.getName());
    private static final Duration TO_CONNECT = Duration.ofSeconds(15);
    /** A server allows ten in one connection unless it was told otherwise. Others get connections of their own. */
    private static final int MOST_AT_ONCE = 8;
    /** The file of a socket has 107 characters at most, and ssh adds 17 while it makes it. */
    private static final int LONGEST_FOLDER = 80;

    private static final int NAME = 6;
    private static final int BROKEN = 255;

    private final SshTarget target;
    private final List<String> program;
    private final Map<String, String> environment;
    private final Path folder;
    private final Path socket;
    private final AtomicInteger underWay = new AtomicInteger();

    /**
     * Prepares it; nothing is connected yet.
     *
     * @param program the controller over there and its first arguments
     * @param folder where the socket of the connection is kept; may not exist yet
     */
    SshRoute(SshTarget target, List<String> program, Map<String, String> environment, Path folder) {
        this.target = target;
        this.program = List.copyOf(program);
        this.environment = Map.copyOf(environment);
        this.folder = folder.toAbsolutePath();
        this.socket = this.folder.resolve(SupervisorScript.word().substring(0, NAME));
    }

    @Override
    public Way to(List<String> words) {
        boolean shared = underWay.incrementAndGet() <= MOST_AT_ONCE && isConnected();
        List<String> argv = new ArrayList<>(ssh());
        argv.addAll(List.of("-o", "ControlMaster=no", "-o", "ControlPath=" + (shared ? socket : "none")));
        argv.addAll(target.destination());
        argv.add(ShellWords.join(Stream.concat(program.stream(), words.stream()).toList()));
        return new Way() {
            @Override
            public List<String> argv() {
                return List.copyOf(argv);
            }

            @Override
            public void close() {
                underWay.decrementAndGet();
            }
        };
    }

    private List<String> ssh() {
        List<String> argv = new ArrayList<>(List.of("ssh", "-T", "-a", "-x"));
        for (String option : List.of(
                "BatchMode=yes", "ConnectTimeout=10", "ServerAliveInterval=15", "LogLevel=ERROR", "EscapeChar=none")) {
            argv.addAll(List.of("-o", option));
        }
        argv.addAll(target.options());
        return argv;
    }

    /** Connects unless that was done; where it cannot be, each word has its own connection, which says what is wrong. */
    private synchronized boolean isConnected() {
        if (Files.exists(socket)) {
            return true;
        }
        if (folder.toString().length() > LONGEST_FOLDER) {
            return false;
        }
        try {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            List<String> argv = new ArrayList<>(ssh());
            argv.addAll(List.of("-M", "-N", "-f", "-o", "ControlPersist=60", "-o", "ControlPath=" + socket));
            argv.addAll(target.destination());
            run(argv);
        } catch (IOException | SandboxException e) {
            LOG.log(Level.DEBUG, "No connection could be kept to " + target, e);
        }
        return Files.exists(socket);
    }

    private void run(List<String> argv) {
        HostTool.run(Command.of(argv), TO_CONNECT, environment, Path.of("/"));
    }

    @Override
    public boolean isBroken(int exitCode) {
        return exitCode == BROKEN;
    }

    @Override
    public String describe() {
        return ShellWords.join(program) + " on " + target;
    }

    @Override
    public String remedy() {
        return "try 'ssh " + target + " " + ShellWords.join(program)
                + " probe' by hand; LOCAL_MICROVM_SSH_HOST, _USER, _PORT and _KEY_PATH say where it is, and"
                + " LOCAL_MICROVM_REMOTE_CLI what it is called there";
    }

    @Override
    public synchronized void close() {
        if (Files.exists(socket)) {
            List<String> argv = new ArrayList<>(ssh());
            argv.addAll(List.of("-O", "exit", "-o", "ControlPath=" + socket));
            argv.addAll(target.destination());
            try {
                run(argv);
            } catch (SandboxException e) {
                LOG.log(Level.DEBUG, "The connection to " + target + " ends by itself in a minute", e);
            }
        }
    }
}
