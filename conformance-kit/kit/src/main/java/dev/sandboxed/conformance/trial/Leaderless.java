package dev.sandboxed.conformance.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.conformance.program.LeaderlessProgram;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;

/** Brings the program into a sandbox whose first thread ends while another goes on. */
public final class Leaderless {

    /** Named in messages, and by those who break providers. */
    public static final String PROGRAM = "./leaderless";

    /** Longer than any test. */
    public static final Duration LONG = Duration.ofMinutes(5);

    private static final int EXECUTABLE = 0755;

    private Leaderless() {}

    /**
     * Put it into the workdir, and give its name there; the test is given up where there is none for the architecture.
     *
     * @param life after which it ends by itself
     */
    public static String in(Sandbox sandbox, Duration life) {
        String machine = sandbox.shell("uname -m").stdout().strip();
        byte[] program = LeaderlessProgram.forMachine(machine, life)
                .orElseGet(() -> Assumptions.abort("the kit has no program for the architecture '" + machine
                        + "' inside; examine the provider on x86_64 or aarch64"));
        sandbox.files().write(PROGRAM, new ByteArrayInputStream(program), WriteOptions.DEFAULT.withMode(EXECUTABLE));
        return PROGRAM;
    }
}
