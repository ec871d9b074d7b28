package dev.sandboxed.benchmarks.kills;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.Sandboxes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A JVM with sandboxes in each of which something runs for long. It prints a line for each, checks all of them when it is
 * asked to, and ends with its input.
 */
public final class SandboxOwner {

    /** What a line begins with that names a sandbox and what the runtime calls it. */
    static final String MADE = "made ";
    /** What it is asked for, and the answer when all is well. */
    static final String CHECK = "check";

    static final String FINE = "fine";
    /** What a line begins with that says what went wrong. */
    static final String FAILED = "failed ";
    /** The variable of everything that runs inside. */
    static final String VARIABLE = "SANDBOXED_KILLS_ROUND";

    private static final int MAKERS = 4;
    private static final String LONG = "100000";

    private final Queue<Sandbox> made = new ConcurrentLinkedQueue<>();
    /** Held, so that nothing ends because nobody wants it. */
    private final Queue<Execution> running = new ConcurrentLinkedQueue<>();

    private SandboxOwner() {}

    /**
     * Makes the sandboxes, several at a time.
     *
     * @param arguments how many, and what all that runs in them has in its environment
     */
    public static void main(String[] arguments) throws IOException {
        SandboxOwner owner = new SandboxOwner();
        ExecutorService makers = Executors.newFixedThreadPool(MAKERS);
        for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
            makers.execute(() -> owner.make(arguments[1]));
        }
        BufferedReader said = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.equals(CHECK)) {
                say(owner.check());
            }
        }
        System.exit(0);
    }

    /** One process that nobody waits for, and one that somebody does. */
    private void make(String mark) {
        try {
            Sandbox sandbox =
                    Sandboxes.create(SandboxSpec.builder().env(VARIABLE, mark).build());
            sandbox.shell("sleep " + LONG + " >/dev/null 2>&1 & echo $! >pid").orThrow();
            running.add(sandbox.start(Command.of("sleep", LONG)));
            made.add(sandbox);
            say(MADE + sandbox.id() + " " + sandbox.info().nativeId());
        } catch (RuntimeException e) {
            say(FAILED + e);
        }
    }

    private String check() {
        try {
            for (Sandbox sandbox : made) {
                sandbox.shell("kill -0 $(cat pid)").orThrow();
            }
            return running.stream().allMatch(Execution::isRunning)
                    ? FINE
                    : FAILED + "a command that it waits for ended";
        } catch (RuntimeException e) {
            return FAILED + e;
        }
    }

    private static synchronized void say(String line) {
        System.out.println(line.replace('\n', ' '));
        System.out.flush();
    }
}
