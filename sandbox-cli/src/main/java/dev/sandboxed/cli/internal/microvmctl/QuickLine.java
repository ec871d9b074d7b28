package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.GuestPath;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the words of a call that is plainly right, without the library for command lines, which takes longer to load than all
 * that such a call does. Whatever is not plainly right is left to that library: it has the last word, and says what is wrong.
 */
final class QuickLine {

    private static final String PROVIDER = "--provider";
    private static final String BASE64 = "--base64";
    private static final Map<String, Set<String>> VERBS = Map.of(
            "create", Set.of(PROVIDER, "--id", "--ttl-ms", "--workdir"),
            "exec", Set.of(PROVIDER, "--id", "--timeout-ms"),
            "write", Set.of(PROVIDER, "--id", "--path"),
            "read", Set.of(PROVIDER, "--id", "--path", BASE64),
            "kill", Set.of(PROVIDER, "--id"));

    private final Caller caller;
    private final Map<String, String> options = new HashMap<>();
    private String verb = "";
    private List<String> words = List.of();

    private QuickLine(Caller caller) {
        this.caller = caller;
    }

    /**
     * Returns what to do.
     *
     * @param args what follows the name of the controller
     * @return nothing, if the library is to read them
     */
    static @Nullable Verb read(Caller caller, List<String> args) {
        QuickLine line = new QuickLine(caller);
        try {
            return line.split(args) ? line.verb() : null;
        } catch (IllegalArgumentException notPlainlyRight) {
            return null;
        }
    }

    private boolean split(List<String> args) {
        for (int at = 0; at < args.size(); at++) {
            String word = args.get(at);
            if (word.equals("--")) {
                words = args.subList(at + 1, args.size());
                break;
            }
            if (!word.startsWith("-")) {
                if (!verb.isEmpty()) {
                    return false;
                }
                verb = word;
            } else if (word.equals(BASE64)) {
                options.put(BASE64, "");
            } else {
                String value = at + 1 < args.size() ? args.get(++at) : "";
                if (value.isEmpty() || value.startsWith("-") || options.put(word, value) != null) {
                    return false;
                }
            }
        }
        return VERBS.getOrDefault(verb, Set.of()).containsAll(options.keySet())
                && words.isEmpty() == !verb.equals("exec");
    }

    private @Nullable Verb verb() {
        String name = new SandboxName(options.getOrDefault("--id", "")).given();
        String path = options.get("--path");
        Verb made = switch (verb) {
            case "create" -> create();
            case "exec" -> {
                Command.of(words);
                yield new ExecVerb(caller).with(millis("--timeout-ms"), words);
            }
            case "kill" -> new KillVerb(caller);
            case "write" -> path == null ? null : new FileVerb.Write(caller).at(path);
            case "read" ->
                path == null
                        ? null
                        : new FileVerb.Read(caller)
                                .encoded(options.containsKey(BASE64))
                                .at(path);
            default -> null;
        };
        return made == null ? null : made.named(name);
    }

    private @Nullable Verb create() {
        String workdir = options.get("--workdir");
        if (workdir != null) {
            GuestPath.requireAbsolute("The workdir", workdir);
        }
        MicrovmctlCommand parent = new MicrovmctlCommand(caller).making(options.get(PROVIDER));
        return MicrovmctlCommand.isOurselves(parent.configuration())
                ? null
                : new CreateVerb(caller).with(parent, millis("--ttl-ms"), workdir);
    }

    /** Returns a time that is given; the verb knows what holds where none is. */
    private @Nullable Long millis(String option) {
        String given = options.get(option);
        if (given == null) {
            return null;
        }
        long time = Long.parseLong(given);
        if (!Verb.isTime(time)) {
            throw new IllegalArgumentException(given);
        }
        return time;
    }
}
