package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.DataSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A command with a great deal of arguments, which tells how many came and how long they are.
 *
 * @param arguments all of them
 */
public record ManyArguments(List<String> arguments) {

    private static final String COUNT =
            "total=0; for one; do total=$((total + ${#one})); done; echo \"$# with $total\"";

    public ManyArguments {
        arguments = List.copyOf(arguments);
    }

    /** Returns some of the same length that have a size together. */
    public static ManyArguments of(int count, DataSize together) {
        return new ManyArguments(Collections.nCopies(count, "x".repeat((int) together.bytes() / count)));
    }

    public Command command() {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", COUNT, "sh"));
        argv.addAll(arguments);
        return Command.of(argv);
    }

    /** Returns what the command prints when all of them came. */
    public String all() {
        return arguments.size() + " with "
                + arguments.stream().mapToInt(String::length).sum();
    }

    /** Returns whether a refusal says that there are too many of them, or too long ones. */
    public static boolean isTold(RuntimeException refusal) {
        String message = String.valueOf(refusal.getMessage()).toLowerCase(Locale.ROOT);
        boolean usual = refusal instanceof IllegalArgumentException || refusal instanceof SandboxException;
        return usual && (message.contains("argument") || message.contains("too l"));
    }
}
