package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Asks a controller to do something, each time by starting it. Every call is over within a time. Safe from several threads. */
final class Controller implements AutoCloseable {

    /** What a controller says is some words, or the output of a command, which is read as it comes. */
    private static final DataSize MOST_WORDS = DataSize.ofMebibytes(1);

    private static final Duration LONGEST = Duration.ofDays(365);
    private static final Duration TO_LOOK = Duration.ofSeconds(5);
    private static final Duration GRACE = Duration.ofSeconds(2);
    private static final int LONGEST_QUOTE = 500;
    private static final int THERE = 42;

    private final Route route;
    private final Map<String, String> environment;

    Controller(Route route, Map<String, String> environment) {
        this.route = route;
        this.environment = Map.copyOf(environment);
    }

    Route route() {
        return route;
    }

    /** Makes one call and returns what came of it; a program that is missing is a result as well. */
    ExecResult call(Duration limit, Stdin input, List<String> words) {
        try (Route.Way way = route.to(words)) {
            return ProcessRunner.run(launch(way, limit, input));
        }
    }

    /**
     * Makes one call, and returns what the controller says meanwhile.
     *
     * @param way closed by the caller when that is over
     */
    Execution start(Route.Way way, Duration limit, Stdin input) {
        return ProcessRunner.start(launch(way, limit, input), ended -> {});
    }

    private Launch launch(Route.Way way, Duration limit, Stdin input) {
        Command command =
                Command.of(way.argv()).timeout(capped(limit)).stdin(input).outputLimit(MOST_WORDS);
        ProcessScope scope = new ProcessScope(SandboxIds.next(CtlProvider.NAME + "-call"));
        return new Launch(command, command.argv(), environment, Path.of("").toAbsolutePath(), scope);
    }

    static List<String> words(String verb, String id, String... more) {
        List<String> words = new ArrayList<>(List.of(verb, "--id", id));
        words.addAll(List.of(more));
        return words;
    }

    static List<String> exec(String id, Duration timeout, List<String> argv) {
        List<String> words = words("exec", id, "--timeout-ms", millis(timeout), "--");
        words.addAll(argv);
        return words;
    }

    /** What is added to a time must not make it longer than any may be. */
    private static Duration capped(Duration time) {
        return time.compareTo(LONGEST) > 0 ? LONGEST : time;
    }

    private static String millis(Duration time) {
        return String.valueOf(Math.max(1, capped(time).toMillis()));
    }

    /**
     * Has a machine made.
     *
     * @param more words that only some controllers understand
     * @throws SandboxStartException if it is not there within the time
     */
    void create(String id, Duration timeToLive, List<String> more, Duration limit) {
        List<String> words = words("create", id, "--ttl-ms", millis(timeToLive));
        words.addAll(more);
        ExecResult result = call(limit, Stdin.empty(), words);
        if (!result.succeeded()) {
            throw new SandboxStartException(failed("make the machine '" + id + "'", result));
        }
    }

    /**
     * Writes a file inside.
     *
     * @throws SandboxTransportException if that fails
     */
    void write(String id, String path, Stdin content, Duration limit) {
        ExecResult result = call(limit, content, words("write", id, "--path", path));
        if (!result.succeeded()) {
            throw new SandboxTransportException(failed("write '" + path + "' in '" + id + "'", result));
        }
    }

    /** Runs a small script inside to its end; its output has no marks in it. */
    ExecResult script(String id, Duration timeout, String script, String... arguments) {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "sandboxed"));
        argv.addAll(List.of(arguments));
        return call(timeout.plus(GRACE), Stdin.empty(), exec(id, timeout, argv));
    }

    /** Returns whether a machine is there; when in doubt, it is. */
    boolean has(String id) {
        ExecResult result = script(id, TO_LOOK, "exit " + THERE);
        return result.timedOut() || result.exitCode() == THERE;
    }

    /**
     * Removes a machine; one that is not there is fine.
     *
     * @throws SandboxTransportException if it is still there afterwards
     */
    void kill(String id, Duration limit) {
        ExecResult result = call(limit, Stdin.empty(), words("kill", id));
        if (!result.succeeded() && has(id)) {
            throw new SandboxTransportException(failed("remove the machine '" + id + "'", result));
        }
    }

    /** Begins to say what a controller failed to do. */
    Fault failed(String what, ExecResult result) {
        return Fault.of("The controller could not " + what + ", it " + result.ending() + " after "
                        + result.duration().toMillis() + " ms: " + said(result))
                .provider(CtlProvider.NAME)
                .remedy(route.remedy());
    }

    /** Returns what it said about it, for people. */
    static String said(ExecResult result) {
        String text = result.stderr().isBlank() ? result.stdout() : result.stderr();
        String line = text.strip().replaceAll("\\p{Cntrl}+", " ");
        return line.isEmpty() ? "it said nothing" : line.substring(0, Math.min(LONGEST_QUOTE, line.length()));
    }

    @Override
    public void close() {
        route.close();
    }
}
