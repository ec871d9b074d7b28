package dev.sandboxed.guest.files;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Runs scripts with the guest's shell. Paths are arguments, never a part of a script's text. */
final class GuestShell {

    /** The kernel takes 2 MiB in all on most guests, and a quarter of the stack's limit on others. */
    private static final int BATCH = 192 << 10;

    /** The listing of some 500,000 files. */
    private static final DataSize MOST_OUTPUT = DataSize.ofMebibytes(64);

    private final Function<Command, ExecResult> exec;

    GuestShell(Function<Command, ExecResult> exec) {
        this.exec = exec;
    }

    ExecResult run(String script, List<String> arguments) {
        return exec.apply(command(script, arguments));
    }

    /** Runs a script of whose output at most so much is kept. */
    ExecResult run(DataSize most, String script, String... arguments) {
        return exec.apply(command(script, List.of(arguments)).outputLimit(most));
    }

    /** Takes these as arguments of a script. The root always exists, unlike the workdir, and tools speak English. */
    private static Command command(String script, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        argv.addAll(arguments);
        return Command.of(argv).cwd("/").env("LC_ALL", "C").outputLimit(MOST_OUTPUT);
    }

    ExecResult run(String script, String... arguments) {
        return run(script, List.of(arguments));
    }

    /** Splits arguments into as many as fit into one command each. */
    static List<List<String>> batches(List<String> arguments) {
        List<List<String>> batches = new ArrayList<>();
        int bytes = BATCH;
        for (String argument : arguments) {
            int size = argument.getBytes(StandardCharsets.UTF_8).length + 1 + Long.BYTES;
            if (bytes + size > BATCH) {
                batches.add(new ArrayList<>());
                bytes = 0;
            }
            batches.get(batches.size() - 1).add(argument);
            bytes += size;
        }
        return batches;
    }

    /** Returns the words of an answer, each of which ends in NUL. */
    static List<String> words(ExecResult result) {
        String text = result.stdout();
        List<String> words = new ArrayList<>();
        int from = 0;
        for (int end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0', from)) {
            words.add(text.substring(from, end));
            from = end + 1;
        }
        return words;
    }
}
