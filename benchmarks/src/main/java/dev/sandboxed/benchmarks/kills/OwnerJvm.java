package dev.sandboxed.benchmarks.kills;

import dev.sandboxed.benchmarks.tools.ForkedJvm;
import dev.sandboxed.benchmarks.tools.HostTraces;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A running {@link SandboxOwner}. Not safe from several threads. */
final class OwnerJvm implements AutoCloseable {

    /** How long each of its answers may take. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final String ENDED = "";

    private final Process process;
    private final Thread listener;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final Set<String> names = new HashSet<>();
    private int made;

    private OwnerJvm(Process process) {
        this.process = process;
        this.listener = new Thread(this::listen, "owner-" + process.pid());
        listener.setDaemon(true);
    }

    /**
     * Starts one.
     *
     * @param settings the settings of the sandboxes, by their names
     * @param sandboxes how many it makes
     * @param mark what all that runs in them has in its environment
     */
    static OwnerJvm start(Map<String, String> settings, int sandboxes, String mark) throws IOException {
        List<String> options = settings.entrySet().stream()
                .map(setting -> "-D" + setting.getKey() + "=" + setting.getValue())
                .toList();
        OwnerJvm jvm = new OwnerJvm(
                new ForkedJvm(SandboxOwner.class, options, Map.of()).start(Integer.toString(sandboxes), mark));
        jvm.listener.start();
        return jvm;
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(said::add);
        } catch (IOException | UncheckedIOException killed) {
            // What it said before is in the queue.
        }
        said.add(ENDED);
    }

    /**
     * Waits until it has made this many sandboxes.
     *
     * @throws IllegalStateException if it does not
     */
    void awaitMade(int count) throws InterruptedException {
        while (made < count) {
            note(next());
        }
    }

    private String next() throws InterruptedException {
        String line = said.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        if (line == null || line.equals(ENDED)) {
            throw new IllegalStateException("The JVM with sandboxes " + process.pid()
                    + (line == null ? " said nothing for " + PATIENCE : " ended by itself"));
        }
        return line;
    }

    private void note(String line) {
        if (line.startsWith(SandboxOwner.FAILED)) {
            throw new IllegalStateException(
                    "The JVM with sandboxes said: " + line.substring(SandboxOwner.FAILED.length()));
        }
        if (line.startsWith(SandboxOwner.MADE)) {
            made++;
            Stream.of(line.substring(SandboxOwner.MADE.length()).split(" "))
                    .filter(HostTraces::isName)
                    .forEach(names::add);
        }
    }

    /** Returns the names of all sandboxes that it is known to have made, and of their containers. */
    Set<String> names() {
        return Set.copyOf(names);
    }

    int made() {
        return made;
    }

    long pid() {
        return process.pid();
    }

    /** Returns what is wrong with its sandboxes; empty if all of them run commands, and all that ran runs still. */
    Optional<String> check() throws IOException, InterruptedException {
        process.getOutputStream().write((SandboxOwner.CHECK + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
        String answer = next();
        return answer.equals(SandboxOwner.FINE) ? Optional.empty() : Optional.of(answer);
    }

    /** Returns the process that waits for its end. */
    ProcessHandle watchdog() {
        return process.children()
                .filter(child ->
                        HostTraces.file(Long.toString(child.pid()), "cmdline").contains("sandboxed-watchdog"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("The JVM " + process.pid() + " has no watchdog"));
    }

    /** Lets it live for a while. */
    void live(Duration moment) throws InterruptedException {
        if (process.waitFor(moment.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException("The JVM with sandboxes ended by itself with " + process.exitValue());
        }
    }

    /** Kills it, and notes what it had said until then. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
        listener.join();
        said.stream().filter(line -> line.startsWith(SandboxOwner.MADE)).forEach(this::note);
    }

    /**
     * Lets it end, and waits for that; it closes its sandboxes before.
     *
     * @throws IllegalStateException if it does not end well
     */
    void end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException("The JVM with sandboxes " + process.pid() + " did not end well");
        }
    }

    /** Ends it in whatever state it is, and waits for that: only what is dead can be swept. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
