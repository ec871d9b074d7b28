package dev.sandboxed.serve.internal.e2b.process;

import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.serve.internal.e2b.process.ProcessEvent.Source;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Says that a program does not exist in the words of the daemon, which starts everything through {@code nice}. Each provider has
 * its own words for that, and clients may know the daemon's.
 */
final class NoSuchProgram {

    private static final int LONGEST = 512;

    private NoSuchProgram() {}

    /** Returns what the first output of a command is on the wire: itself, unless a provider complains of the program in it. */
    static byte[] reworded(Execution execution, Source source, byte[] output) {
        if (source != Source.STDERR || output.length > LONGEST) {
            return output;
        }
        String program = execution.command().argv().get(0);
        String text = new String(output, StandardCharsets.UTF_8).strip();
        int name = text.indexOf(program + ": ");
        if (name < 0 || text.indexOf('\n') >= 0) {
            return output;
        }
        return switch (text.substring(name + program.length() + 2).toLowerCase(Locale.ROOT)) {
            case "command not found", "not found", "no such file", "no such file or directory" ->
                ends(execution, 127) ? complaint(program, "No such file or directory") : output;
            case "permission denied" -> ends(execution, 126) ? complaint(program, "Permission denied") : output;
            default -> output;
        };
    }

    /** A program can say the same of itself. One that does not exist ends at once, so there is nothing to wait for. */
    private static boolean ends(Execution execution, int code) {
        ExecResult result = execution.await();
        return result.outcome() == Outcome.EXITED && result.exitCode() == code;
    }

    private static byte[] complaint(String program, String reason) {
        return ("/usr/bin/nice: '" + program + "': " + reason + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
