package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.conformance.internal.program.LeaderlessProgram;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;

/** Brings the program into a sandbox whose first thread ends while another goes on. */
public final class Leaderless {

    /** Named in messages, and by those who break providers. */
    public static final String PROGRAM = "./leaderless";

    /** Longer than any test. */
    public static final Duration LONG = Duration.ofMinutes(5);

    /**
     * Where this process writes it, of which a copy is made inside: a child that another thread is just starting may still
     * hold what was written from here, and what somebody has open for writing cannot be executed.
     */
    private static final String WRITTEN = "leaderless.written";

    private Leaderless() {}

    /**
     * Puts it into the workdir, and returns its name there; the test is given up where there is none for the architecture.
     *
     * @param life after which it ends by itself
     */
    public static String in(Sandbox sandbox, Duration life) {
        String machine = sandbox.shell("uname -m").stdout().strip();
        byte[] program = LeaderlessProgram.forMachine(machine, life)
                .orElseGet(() -> Assumptions.abort("the kit has no program for the architecture '" + machine
                        + "' inside; examine the provider on x86_64 or aarch64"));
        sandbox.files().write(WRITTEN, new ByteArrayInputStream(program), WriteOptions.DEFAULT);
        sandbox.shell("cp " + WRITTEN + " " + PROGRAM + " && chmod 0755 " + PROGRAM)
                .orThrow();
        return PROGRAM;
    }
}
