package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.process.internal.host.HostProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/** Starts a keeper that goes on when its starter has ended. */
final class KeeperProcess {

    private static final Duration TO_START = Duration.ofSeconds(30);
    private static final Duration TO_ANSWER = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final List<String> QUICK_START =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx256m");

    private final Caller caller;
    private final KeeperHome home;
    private final KeeperLine line;

    KeeperProcess(Caller caller, KeeperHome home, KeeperLine line) {
        this.caller = caller;
        this.home = home;
        this.line = line;
    }

    /** Returns whether one answers. */
    boolean answers() {
        if (!Files.exists(home.socket())) {
            return false;
        }
        try {
            line.greet(TO_ANSWER);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Starts one and waits until it answers. Only for whoever holds the lock alone. What a dead one has left is removed.
     *
     * @throws SandboxTransportException if it does not come to answer
     */
    void start() {
        try {
            Files.deleteIfExists(home.socket());
            Process process = HostProcess.startInOwnSession(argv(), environment(), workingDirectory());
            long end = System.nanoTime() + TO_START.toNanos();
            while (!answers()) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    process.destroyForcibly();
                    throw new IOException(
                            "it " + (process.isAlive() ? "says nothing" : "has ended") + ": " + lastWords());
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        } catch (IOException e) {
            throw new SandboxTransportException(
                    Fault.of("The keeper of sandboxes could not be started: " + e.getMessage())
                            .remedy("see " + home.log() + ", and whether './sandboxed doctor' finds a provider")
                            .cause(e));
        }
    }

    private List<String> argv() throws IOException {
        String java = ProcessHandle.current()
                .info()
                .command()
                .orElseThrow(() -> new IOException("the system does not tell which program this JVM is"));
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script(), "sandboxed-keeper"));
        argv.addAll(List.of(home.log().toString(), java));
        argv.addAll(QUICK_START);
        argv.add("-Dsandbox.stateDir=" + home.folder().getParent());
        argv.addAll(List.of(caller.program().getName(), MicrovmctlCommand.NAME, Keeper.VERB));
        return argv;
    }

    /** The class path is too long for a list of processes. What our starter's processes are known by is not for us. */
    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(caller.surroundings().environment());
        environment.remove(ProcessScope.VARIABLE);
        environment.put("CLASSPATH", System.getProperty("java.class.path"));
        return environment;
    }

    private Path workingDirectory() {
        Path wanted = Path.of(caller.surroundings().properties().getOrDefault("user.dir", "/"));
        return Files.isDirectory(wanted) ? wanted : Path.of("/");
    }

    private String lastWords() throws IOException {
        return Files.exists(home.log())
                ? Files.readString(home.log(), StandardCharsets.UTF_8).strip()
                : "nothing";
    }

    private static String script() throws IOException {
        try (InputStream script = KeeperProcess.class.getResourceAsStream("keeper.sh")) {
            return new String(Objects.requireNonNull(script, "keeper.sh").readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
