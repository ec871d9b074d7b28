package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Calls.caught;
import static dev.sandboxed.mutants.internal.Changed.ended;
import static dev.sandboxed.mutants.internal.Mutant.mutant;
import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.conformance.internal.host.HostFacts;
import dev.sandboxed.mutants.internal.Changed;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Commands that arrive other than they were sent. */
final class ArgumentMutants {

    private ArgumentMutants() {}

    static List<MutantBuilder> all() {
        return together(vectors(), scripts(), environments(), directories(), users(), sizes());
    }

    private static List<MutantBuilder> vectors() {
        return List.of(
                mutant("drops-empty-arguments", "EXEC-1", "did not arrive literally")
                        .command(vector(argv ->
                                argv.stream().filter(word -> !word.isEmpty()).toList())),
                mutant("turns-newlines-in-arguments-into-spaces", "EXEC-1", "did not arrive literally")
                        .command(words(word -> word.replace('\n', ' '))),
                mutant("sends-arguments-in-ascii", "EXEC-1", "did not arrive literally")
                        .command(words(word -> word.replaceAll("[^\\x00-\\x7f]", "?"))),
                mutant("puts-arguments-into-double-quotes-for-a-shell", "EXEC-1", "did not arrive literally")
                        .breaks("EXEC-2", "a shell ran it")
                        .command(vector(argv -> List.of(
                                "/bin/sh",
                                "-c",
                                argv.stream()
                                        .map(word -> '"' + word.replace("\"", "\\\"") + '"')
                                        .collect(Collectors.joining(" "))))),
                mutant("runs-programs-from-a-shell", "EXEC-2", "no program is named 'exit'")
                        .command(vector(argv -> joined(List.of("/bin/sh", "-c", "\"$@\"", "sh"), argv))),
                mutant("reads-the-name-of-a-program-as-a-script", "EXEC-2", "its name was read by a shell")
                        .command(vector(argv -> argv.get(0).contains(";")
                                ? joined(
                                        List.of("/bin/sh", "-c", argv.get(0) + " \"$@\"", "sh"),
                                        argv.subList(1, argv.size()))
                                : argv)));
    }

    private static List<MutantBuilder> scripts() {
        return List.of(
                mutant("runs-scripts-with-another-shell", "EXEC-3", "another shell than /bin/sh")
                        .command(script(text -> text.contains("$0")
                                ? List.of("/bin/sh", "-c", text, "bash")
                                : List.of("/bin/sh", "-c", text))),
                mutant("loses-empty-words-of-scripts", "EXEC-3", "extra arguments of a script")
                        .command(script(text -> List.of("/bin/sh", "-c", text.replace(" ''", "")))),
                mutant("makes-one-blank-of-many-in-scripts", "EXEC-3", "several lines")
                        .command(script(text -> List.of("/bin/sh", "-c", text.replaceAll(" +", " ")))));
    }

    private static List<MutantBuilder> environments() {
        return List.of(
                mutant("ignores-the-environment-of-commands", "EXEC-12", "did not")
                        .command(command -> Changed.env(command, Map.of())),
                mutant("lets-the-sandbox-override-the-command", "EXEC-12", "did not add to and override")
                        .exec((sandbox, command) -> {
                            Map<String, String> env = new HashMap<>(command.env());
                            env.keySet().removeAll(sandbox.spec().env().keySet());
                            return sandbox.exec(Changed.env(command, env));
                        }),
                mutant("keeps-the-environment-of-a-command-for-the-next", "EXEC-12", "still there for the next")
                        .sandbox(working -> {
                            Map<String, String> seen = new ConcurrentHashMap<>();
                            return new ForwardingSandbox(working) {
                                @Override
                                public ExecResult exec(Command command) {
                                    seen.putAll(command.env());
                                    return sandbox().exec(command.env(seen));
                                }
                            };
                        }),
                mutant("forgets-variables-without-a-value", "EXEC-12", "an empty value")
                        .command(env(variables -> variables.values().removeIf(String::isEmpty))),
                mutant("cuts-values-at-an-equals-sign", "EXEC-12", "did not survive")
                        .command(values(value -> value.replaceAll("=.*", ""))),
                mutant("cuts-values-at-the-end-of-the-line", "EXEC-12", "did not survive")
                        .command(values(value -> value.lines().findFirst().orElse(""))),
                mutant("takes-quotes-off-values", "EXEC-12", "did not survive")
                        .command(values(value -> value.replaceAll("[\"']", ""))),
                mutant("passes-the-hosts-environment-on", "EXEC-13", "variables of the host")
                        .command(command -> {
                            Map<String, String> env = new HashMap<>(HostFacts.environment());
                            env.keySet().removeAll(Set.of("PATH", "HOME", "TMPDIR", "LANG", "SANDBOXED"));
                            env.putAll(command.env());
                            return command.env(env);
                        }));
    }

    private static List<MutantBuilder> directories() {
        return List.of(
                mutant("ignores-absolute-directories", "EXEC-14", "was to start in the")
                        .breaks("EXEC-27", "which is a file, and was not refused")
                        .command(command ->
                                command.cwd().orElse("").startsWith("/") ? Changed.withoutDirectory(command) : command),
                mutant("takes-relative-directories-from-the-root", "EXEC-14", "'/sub")
                        .breaks("EXEC-27", "is told as missing")
                        .command(command -> command.cwd()
                                .filter(cwd -> !cwd.startsWith("/"))
                                .map(cwd -> command.cwd("/" + cwd))
                                .orElse(command)),
                mutant("makes-missing-directories", "EXEC-14", "missing directory")
                        .exec((sandbox, command) -> {
                            command.cwd()
                                    .filter(directory -> !sandbox.files().exists(directory))
                                    .ifPresent(sandbox.files()::mkdirs);
                            return sandbox.exec(command);
                        }),
                mutant("tells-a-missing-directory-as-a-failed-command", "EXEC-14", "missing directory")
                        .exec((sandbox, command) -> caught(
                                () -> sandbox.exec(command),
                                SandboxFileNotFoundException.class,
                                missing -> ended(command, 126))),
                mutant("does-not-name-a-missing-directory", "EXEC-14", "does not name it")
                        .exec((sandbox, command) ->
                                caught(() -> sandbox.exec(command), SandboxFileNotFoundException.class, missing -> {
                                    throw new SandboxFileNotFoundException(
                                            "", Fault.of("chdir: no such file or directory"));
                                })),
                mutant("takes-a-file-for-a-missing-directory", "EXEC-27", "is told as missing")
                        .exec(ArgumentMutants::startsInFile, (sandbox, command) -> {
                            throw new SandboxFileNotFoundException(
                                    "plain-file", Fault.of("There is no directory plain-file"));
                        }),
                mutant("starts-elsewhere-where-the-directory-is-a-file", "EXEC-27", "and was not refused")
                        .exec(
                                ArgumentMutants::startsInFile,
                                (sandbox, command) -> sandbox.exec(Changed.withoutDirectory(command))),
                mutant("does-not-say-that-it-is-no-directory", "EXEC-27", "does not say that")
                        .exec(ArgumentMutants::startsInFile, (sandbox, command) -> {
                            throw new SandboxFileException(
                                    "plain-file", FileFailure.NOT_DIRECTORY, Fault.of("chdir failed: plain-file"));
                        }));
    }

    private static boolean startsInFile(Command command) {
        return command.cwd().orElse("").endsWith("plain-file");
    }

    private static List<MutantBuilder> users() {
        return List.of(
                mutant("claims-users-and-refuses-them", "EXEC-15", "USER")
                        .breaks("EXEC-26", "does not name")
                        .claiming(Capability.USER),
                mutant("tells-an-unknown-user-as-an-exit-code", "EXEC-15", "USER")
                        .breaks("EXEC-26", "was not refused: it exited with code 126")
                        .claiming(Capability.USER)
                        .exec(
                                command -> command.user().orElse("").startsWith("no-such"),
                                (sandbox, command) -> ended(command, 126)),
                mutant("claims-users-and-ignores-them", "EXEC-15", "ran as a user with another number")
                        .breaks("EXEC-26", "was not refused")
                        .claiming(Capability.USER)
                        .exec(
                                command -> command.user().isPresent(),
                                (sandbox, command) -> sandbox.exec(Changed.argv(command, command.argv()))));
    }

    private static List<MutantBuilder> sizes() {
        DataSize line = DataSize.ofKibibytes(128);
        return List.of(
                mutant("cuts-long-lists-of-arguments", "EXEC-22", "was cut")
                        .command(vector(argv -> argv.subList(0, Math.min(argv.size(), 1000)))),
                mutant("cuts-long-arguments", "EXEC-22", "was cut")
                        .command(words(word -> word.substring(0, (int) Math.min(word.length(), line.bytes() - 1)))),
                mutant("breaks-down-under-long-arguments", "EXEC-22", "without saying that they are too large")
                        .exec(
                                command -> String.join("", command.argv()).length() > line.bytes(),
                                (sandbox, command) -> {
                                    throw new SandboxTransportException(Fault.of("connection reset by peer"));
                                }));
    }

    /** Changes what is executed, for programs with arguments only. */
    private static UnaryOperator<Command> vector(UnaryOperator<List<String>> change) {
        return command -> command.script().isPresent() ? command : Changed.argv(command, change.apply(command.argv()));
    }

    /** Changes every word of what is executed, for programs with arguments only. */
    private static UnaryOperator<Command> words(UnaryOperator<String> change) {
        return vector(argv -> argv.stream().map(change).toList());
    }

    /** Changes what is executed, for scripts only. */
    private static UnaryOperator<Command> script(Function<String, List<String>> change) {
        return command -> command.script()
                .map(text -> Changed.argv(command, change.apply(text)))
                .orElse(command);
    }

    /** Changes the variables of commands. */
    private static UnaryOperator<Command> env(Consumer<Map<String, String>> change) {
        return command -> {
            Map<String, String> variables = new HashMap<>(command.env());
            change.accept(variables);
            return Changed.env(command, variables);
        };
    }

    /** Changes the values of the variables of commands. */
    private static UnaryOperator<Command> values(UnaryOperator<String> change) {
        return env(variables -> variables.replaceAll((name, value) -> change.apply(value)));
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
