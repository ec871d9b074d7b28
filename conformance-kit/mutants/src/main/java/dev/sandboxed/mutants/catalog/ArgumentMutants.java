package dev.sandboxed.mutants.catalog;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.conformance.host.HostFacts;
import dev.sandboxed.mutants.Changed;
import dev.sandboxed.mutants.Mutant;
import dev.sandboxed.mutants.MutantBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Commands that arrive other than they were sent. */
final class ArgumentMutants {

    private ArgumentMutants() {}

    static List<Mutant> all() {
        return Stream.of(vectors(), scripts(), environments(), directories(), users(), sizes())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> vectors() {
        return List.of(
                Mutant.named("drops-empty-arguments")
                        .breaks("EXEC-1", "did not arrive literally")
                        .command(vector(argv ->
                                argv.stream().filter(word -> !word.isEmpty()).toList())),
                Mutant.named("turns-newlines-in-arguments-into-spaces")
                        .breaks("EXEC-1", "did not arrive literally")
                        .command(vector(argv -> argv.stream()
                                .map(word -> word.replace('\n', ' '))
                                .toList())),
                Mutant.named("sends-arguments-in-ascii")
                        .breaks("EXEC-1", "did not arrive literally")
                        .command(vector(argv -> argv.stream()
                                .map(word -> word.replaceAll("[^\\x00-\\x7f]", "?"))
                                .toList())),
                Mutant.named("puts-arguments-into-double-quotes-for-a-shell")
                        .breaks("EXEC-1", "did not arrive literally")
                        .breaks("EXEC-2", "a shell ran it")
                        .command(vector(argv -> List.of(
                                "/bin/sh",
                                "-c",
                                argv.stream()
                                        .map(word -> '"' + word.replace("\"", "\\\"") + '"')
                                        .collect(Collectors.joining(" "))))),
                Mutant.named("runs-programs-from-a-shell")
                        .breaks("EXEC-2", "no program is named 'exit'")
                        .command(vector(argv -> joined(List.of("/bin/sh", "-c", "\"$@\"", "sh"), argv))),
                Mutant.named("reads-the-name-of-a-program-as-a-script")
                        .breaks("EXEC-2", "its name was read by a shell")
                        .command(vector(argv -> argv.get(0).contains(";")
                                ? joined(
                                        List.of("/bin/sh", "-c", argv.get(0) + " \"$@\"", "sh"),
                                        argv.subList(1, argv.size()))
                                : argv)));
    }

    private static List<Mutant> scripts() {
        return List.of(
                Mutant.named("runs-scripts-with-another-shell")
                        .breaks("EXEC-3", "another shell than /bin/sh")
                        .command(script(text -> text.contains("$0")
                                ? List.of("/bin/sh", "-c", text, "bash")
                                : List.of("/bin/sh", "-c", text))),
                Mutant.named("loses-empty-words-of-scripts")
                        .breaks("EXEC-3", "extra arguments of a script")
                        .command(script(text -> List.of("/bin/sh", "-c", text.replace(" ''", "")))),
                Mutant.named("makes-one-blank-of-many-in-scripts")
                        .breaks("EXEC-3", "several lines")
                        .command(script(text -> List.of("/bin/sh", "-c", text.replaceAll(" +", " ")))));
    }

    private static List<Mutant> environments() {
        return List.of(
                Mutant.named("ignores-the-environment-of-commands")
                        .breaks("EXEC-12", "did not")
                        .command(command -> Changed.env(command, Map.of())),
                Mutant.named("lets-the-sandbox-override-the-command")
                        .breaks("EXEC-12", "did not add to and override")
                        .exec((sandbox, command) -> {
                            Map<String, String> env = new HashMap<>(command.env());
                            env.keySet().removeAll(sandbox.spec().env().keySet());
                            return sandbox.exec(Changed.env(command, env));
                        }),
                Mutant.named("keeps-the-environment-of-a-command-for-the-next")
                        .breaks("EXEC-12", "still there for the next")
                        .sandbox(Remembering::new),
                Mutant.named("forgets-variables-without-a-value")
                        .breaks("EXEC-12", "an empty value")
                        .command(command -> {
                            Map<String, String> env = new HashMap<>(command.env());
                            env.values().removeIf(String::isEmpty);
                            return Changed.env(command, env);
                        }),
                Mutant.named("cuts-values-at-an-equals-sign")
                        .breaks("EXEC-12", "did not survive")
                        .command(values(value -> value.replaceAll("=.*", ""))),
                Mutant.named("cuts-values-at-the-end-of-the-line")
                        .breaks("EXEC-12", "did not survive")
                        .command(values(value -> value.lines().findFirst().orElse(""))),
                Mutant.named("takes-quotes-off-values")
                        .breaks("EXEC-12", "did not survive")
                        .command(values(value -> value.replaceAll("[\"']", ""))),
                Mutant.named("passes-the-hosts-environment-on")
                        .breaks("EXEC-13", "variables of the host")
                        .command(command -> {
                            Map<String, String> env = new HashMap<>(HostFacts.environment());
                            env.keySet().removeAll(Set.of("PATH", "HOME", "TMPDIR", "LANG", "SANDBOXED"));
                            env.putAll(command.env());
                            return command.env(env);
                        }));
    }

    private static List<Mutant> directories() {
        return List.of(
                Mutant.named("ignores-the-directory-of-commands")
                        .breaks("EXEC-14", "was to start in the")
                        .breaks("EXEC-27", "which is a file, and was not refused")
                        .command(Changed::withoutDirectory),
                Mutant.named("ignores-absolute-directories")
                        .breaks("EXEC-14", "was to start in the")
                        .breaks("EXEC-27", "which is a file, and was not refused")
                        .command(command ->
                                command.cwd().orElse("").startsWith("/") ? Changed.withoutDirectory(command) : command),
                Mutant.named("takes-relative-directories-from-the-root")
                        .breaks("EXEC-14", "'/sub")
                        .breaks("EXEC-27", "is told as missing")
                        .command(command -> command.cwd()
                                .filter(cwd -> !cwd.startsWith("/"))
                                .map(cwd -> command.cwd("/" + cwd))
                                .orElse(command)),
                Mutant.named("makes-missing-directories")
                        .breaks("EXEC-14", "missing directory")
                        .exec((sandbox, command) -> {
                            command.cwd()
                                    .filter(directory -> !sandbox.files().exists(directory))
                                    .ifPresent(sandbox.files()::mkdirs);
                            return sandbox.exec(command);
                        }),
                Mutant.named("tells-a-missing-directory-as-a-failed-command")
                        .breaks("EXEC-14", "missing directory")
                        .exec((sandbox, command) -> {
                            try {
                                return sandbox.exec(command);
                            } catch (SandboxFileNotFoundException e) {
                                return new ExecResult(
                                        command, Ending.exited(126), Output.EMPTY, Output.EMPTY, Duration.ZERO);
                            }
                        }),
                Mutant.named("does-not-name-a-missing-directory")
                        .breaks("EXEC-14", "does not name it")
                        .exec((sandbox, command) -> {
                            try {
                                return sandbox.exec(command);
                            } catch (SandboxFileNotFoundException e) {
                                throw new SandboxFileNotFoundException(
                                        "", Fault.of("chdir: no such file or directory"));
                            }
                        }),
                whereAFileIs(
                        Mutant.named("takes-a-file-for-a-missing-directory").breaks("EXEC-27", "is told as missing"),
                        (sandbox, command) -> {
                            throw new SandboxFileNotFoundException(
                                    "plain-file", Fault.of("There is no directory plain-file"));
                        }),
                whereAFileIs(
                        Mutant.named("starts-elsewhere-where-the-directory-is-a-file")
                                .breaks("EXEC-27", "and was not refused"),
                        (sandbox, command) -> sandbox.exec(Changed.withoutDirectory(command))),
                whereAFileIs(
                        Mutant.named("does-not-say-that-it-is-no-directory").breaks("EXEC-27", "does not say that"),
                        (sandbox, command) -> {
                            throw new SandboxFileException("plain-file", Fault.of("chdir failed: plain-file"));
                        }));
    }

    /** Do something else where the directory of a command is a file. */
    private static Mutant whereAFileIs(MutantBuilder mutant, BiFunction<Sandbox, Command, ExecResult> otherwise) {
        return mutant.exec((sandbox, command) -> command.cwd()
                        .filter(directory -> directory.endsWith("plain-file"))
                        .isPresent()
                ? otherwise.apply(sandbox, command)
                : sandbox.exec(command));
    }

    private static List<Mutant> users() {
        Mutant claiming = Mutant.named("claims-users-and-refuses-them")
                .breaks("EXEC-15", "USER")
                .breaks("EXEC-26", "does not name")
                .claiming(Capability.USER);
        return List.of(
                claiming,
                Mutant.named("tells-an-unknown-user-as-an-exit-code")
                        .breaks("EXEC-15", "USER")
                        .breaks("EXEC-26", "was not refused: it exited with code 126")
                        .opening((working, context) -> Mutant.named("exit code")
                                .exec((sandbox, command) -> command.user()
                                                .filter(user -> user.startsWith("no-such"))
                                                .isPresent()
                                        ? LifeMutants.ended(command, 126)
                                        : sandbox.exec(command))
                                .mutation()
                                .open(claiming.of(working), context)),
                Mutant.named("claims-users-and-ignores-them")
                        .breaks("EXEC-15", "ran as a user with another number")
                        .breaks("EXEC-26", "was not refused")
                        .opening((working, context) ->
                                ignoringUsers(claiming.mutation().open(working, context))));
    }

    private static List<Mutant> sizes() {
        DataSize line = DataSize.ofKibibytes(128);
        return List.of(
                Mutant.named("cuts-long-lists-of-arguments")
                        .breaks("EXEC-22", "was cut")
                        .command(vector(argv -> argv.subList(0, Math.min(argv.size(), 1000)))),
                Mutant.named("cuts-long-arguments")
                        .breaks("EXEC-22", "was cut")
                        .command(vector(argv -> argv.stream()
                                .map(word -> word.substring(0, (int) Math.min(word.length(), line.bytes() - 1)))
                                .toList())),
                Mutant.named("breaks-down-under-long-arguments")
                        .breaks("EXEC-22", "without saying that they are too large")
                        .exec((sandbox, command) -> {
                            if (command.argv().stream()
                                            .mapToLong(String::length)
                                            .sum()
                                    > line.bytes()) {
                                throw new SandboxTransportException(Fault.of("connection reset by peer"));
                            }
                            return sandbox.exec(command);
                        }));
    }

    /** Change what is executed, for programs with arguments only. */
    private static UnaryOperator<Command> vector(UnaryOperator<List<String>> change) {
        return command -> command.script().isPresent() ? command : Changed.argv(command, change.apply(command.argv()));
    }

    /** Change what is executed, for scripts only. */
    private static UnaryOperator<Command> script(Function<String, List<String>> change) {
        return command -> command.script()
                .map(text -> Changed.argv(command, change.apply(text)))
                .orElse(command);
    }

    /** Change the values of the variables of commands. */
    private static UnaryOperator<Command> values(UnaryOperator<String> change) {
        return command -> {
            Map<String, String> env = new HashMap<>(command.env());
            env.replaceAll((name, value) -> change.apply(value));
            return command.env(env);
        };
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static SandboxProvider ignoringUsers(SandboxProvider provider) {
        return new ForwardingSandboxProvider(provider) {
            @Override
            public Sandbox create(SandboxSpec spec) {
                return new ForwardingSandbox(provider().create(spec)) {
                    @Override
                    public ExecResult exec(Command command) {
                        return sandbox()
                                .exec(command.user().isPresent() ? Changed.argv(command, command.argv()) : command);
                    }
                };
            }
        };
    }

    /** Adds to every command the variables of those before it. */
    private static final class Remembering extends ForwardingSandbox {

        private final Map<String, String> seen = new ConcurrentHashMap<>();

        Remembering(Sandbox sandbox) {
            super(sandbox);
        }

        @Override
        public ExecResult exec(Command command) {
            seen.putAll(command.env());
            return sandbox().exec(command.env(seen));
        }
    }
}
