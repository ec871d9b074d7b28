package dev.sandboxed.conformance.internal.clauses;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.host.HostFacts;
import dev.sandboxed.conformance.internal.text.ResourceText;
import dev.sandboxed.conformance.internal.trial.ManyArguments;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;

/** How commands and their surroundings reach the sandbox. */
public interface ArgumentClauses {

    @Clause("EXEC-1")
    default void argumentsArriveLiterally(Trial trial) {
        List<String> argv = new ArrayList<>(List.of("printf", "[%s]"));
        argv.addAll(awkward());
        assertEquals(
                bracketed(awkward()),
                trial.sandbox().exec(Command.of(argv)).stdout(),
                "the arguments of a program did not arrive literally; each is shown in brackets");
    }

    @Clause("EXEC-2")
    default void aProgramsNameIsNoScript(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        String name = "./a;exit 9";
        sandbox.exec(Command.shell("printf '#!/bin/sh\\nexit 7\\n' >'" + name + "' && chmod 755 '" + name + "'"))
                .orThrow();
        assertEquals(
                7,
                codeOrNone(sandbox, Command.of(name)),
                "the program named '" + name + "', which exits with 7, was not run: its name was read by a shell");
    }

    @Clause("EXEC-2")
    default void whatOnlyAShellKnowsIsNoProgram(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        assertNotEquals(
                3,
                codeOrNone(sandbox, Command.of("exit", "3")),
                "the argument vector [exit, 3] exited with 3: a shell ran it, since no program is named 'exit'");
        codeOrNone(sandbox, Command.of("echo made >made.txt"));
        assertEquals(
                1,
                sandbox.shell("test -e made.txt").exitCode(),
                "the program name 'echo made >made.txt' made a file: a shell read it");
    }

    @Clause("EXEC-3")
    default void scriptsRunWithThePosixShell(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        String script =
                ResourceText.of(ArgumentClauses.class, "several-lines.sh").stripTrailing();
        assertEquals(
                "a  b1|a  b2|code 4|a  b\"2\"",
                sandbox.shell(script).stdout().stripTrailing(),
                "a script of several lines did not mean what /bin/sh -c makes of it");
        String shell = sandbox.shell("printf %s \"$0\"").stdout();
        assertEquals(
                "sh",
                shell.substring(shell.lastIndexOf('/') + 1),
                "a script was run by another shell than /bin/sh: it finds '" + shell + "' in $0");
    }

    @Clause("EXEC-3")
    default void extraArgumentsOfScriptsAreQuotedAndAppended(Trial trial) {
        Command command = Command.shell("printf '[%s]'", awkward().toArray(String[]::new));
        assertEquals(
                bracketed(awkward()),
                trial.sandbox().exec(command).stdout(),
                "the extra arguments of a script did not arrive as they were given; each is shown in brackets");
    }

    @Clause("EXEC-12")
    default void theCommandsEnvironmentAddsAndOverrides(Trial trial) {
        Sandbox sandbox =
                trial.create(SandboxSpec.builder().env("KEPT", "sandbox").env("CHANGED", "sandbox"));
        String show = "printf '[%s]' \"$KEPT\" \"$CHANGED\" \"$ADDED\" \"${EMPTY-unset}\"";
        Map<String, String> env = Map.of("CHANGED", "command", "ADDED", "command", "EMPTY", "");
        assertEquals(
                "[sandbox][command][command][]",
                sandbox.exec(Command.shell(show).env(env)).stdout(),
                "the environment of a command did not add to and override that of the sandbox;"
                        + " shown are one kept, one overridden, one added and one added with an empty value");
        assertEquals(
                "[sandbox][sandbox][][unset]",
                sandbox.shell(show).stdout(),
                "the environment of one command is still there for the next; shown are $KEPT, $CHANGED, $ADDED, $EMPTY");
    }

    @Clause("EXEC-12")
    default void awkwardValuesSurvive(Trial trial) {
        List<String> values = List.of(
                "a=b=c",
                "=",
                "two  words ",
                " ",
                "line\nline\n",
                "it's",
                "say \"so\"",
                "$HOME `id`",
                "back\\",
                "ü € 😀");
        Sandbox sandbox = trial.sandbox();
        for (String value : values) {
            assertEquals(
                    "[" + value + "]",
                    sandbox.exec(Command.shell("printf '[%s]' \"$VALUE\"").env("VALUE", value))
                            .stdout(),
                    "the value of a variable did not survive; it is shown in brackets");
        }
    }

    @Clause("EXEC-13")
    default void nothingOfTheHostsEnvironmentIsThere(Trial trial) {
        Map<String, String> host = HostFacts.environment().entrySet().stream()
                .filter(entry -> !isOrdinary(entry.getKey()))
                .filter(entry -> !entry.getValue().isBlank())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        if (host.isEmpty()) {
            Assumptions.abort(
                    "this process has no variable that could leak; set one, as in CANARY=42, and start again");
        }
        // A helper of the provider that runs beside the command may have kept the host's environment. Where processes
        // of the host cannot be seen anyway, that is a leak as well.
        String neighbours = trial.capabilities().isolation().atLeast(Isolation.NAMESPACE)
                ? "; cat /proc/[0-9]*/environ 2>/dev/null | tr '\\000' '\\n'"
                : "";
        String inside = "\n" + trial.sandbox().shell("env" + neighbours).stdout() + "\n";
        // The names only: the values may be secrets, and reports are read by many.
        List<String> leaked = host.entrySet().stream()
                .filter(entry -> inside.contains("\n" + entry.getKey() + "=" + entry.getValue() + "\n"))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        assertTrue(leaked.isEmpty(), "variables of the host are seen inside, with their values: " + leaked);
    }

    @Clause("EXEC-14")
    default void commandsStartWhereTheyAreTold(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        sandbox.shell("mkdir -p sub/deep && echo workdir >mark && echo sub >sub/mark && echo deep >sub/deep/mark")
                .orThrow();
        String workdir = sandbox.spec().workdir();
        Map<String, String> marks = new TreeMap<>(
                Map.of("sub", "sub", "sub/deep", "deep", workdir, "workdir", workdir + "/sub/deep", "deep"));
        marks.forEach((directory, mark) -> assertEquals(
                mark,
                sandbox.exec(Command.of("cat", "mark").cwd(directory)).stdout().strip(),
                "a command that was to start in the directory '" + directory
                        + "' started elsewhere: it does not find the file that lies there"));
    }

    @Clause("EXEC-14")
    default void aMissingDirectoryIsNamed(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        for (String missing : List.of("no/such-folder", sandbox.spec().workdir() + "/no-such-folder")) {
            SandboxFileNotFoundException refusal = assertThrows(
                    SandboxFileNotFoundException.class,
                    () -> sandbox.exec(Command.of("echo").cwd(missing)),
                    "a command was to start in the missing directory '" + missing + "'");
            assertTrue(
                    String.valueOf(refusal.getMessage()).contains("such-folder"),
                    "the refusal of the missing directory '" + missing + "' does not name it: " + refusal.getMessage());
        }
    }

    @Clause("EXEC-15")
    default void aUserIsTakenByNameAndByNumber(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        Map.Entry<String, String> other = otherUser(sandbox)
                .orElseGet(() -> Assumptions.abort("there is no second user in /etc/passwd of the sandbox to become;"
                        + " let the provider's default image have one"));
        String number = other.getValue();
        for (String user : List.of(other.getKey(), number)) {
            assertEquals(
                    number,
                    sandbox.exec(whoAmI().user(user)).stdout().strip(),
                    "a command for the user '" + user + "' ran as a user with another number");
            Sandbox own = trial.create(SandboxSpec.builder().user(user));
            assertEquals(
                    number,
                    own.exec(whoAmI()).stdout().strip(),
                    "a command in a sandbox for the user '" + user + "' ran as a user with another number");
        }
    }

    @Clause("EXEC-22")
    default void manyArgumentsArriveOrAreRefused(Trial trial) {
        assertCountedOrRefused(trial, ManyArguments.of(1024, DataSize.ofMebibytes(1)));
    }

    @Clause("EXEC-22")
    default void aVeryLongArgumentArrivesOrIsRefused(Trial trial) {
        assertCountedOrRefused(trial, ManyArguments.of(1, DataSize.ofMebibytes(1)));
    }

    @Clause("EXEC-26")
    default void anUnknownUserIsNamed(Trial trial) {
        String nobody = "no-such-user-" + UUID.randomUUID().toString().substring(0, 8);
        Sandbox sandbox = trial.sandbox();
        assertNamed(nobody, () -> sandbox.exec(Command.of("true").user(nobody)));
        assertNamed(
                nobody, () -> trial.create(SandboxSpec.builder().user(nobody)).exec("true"));
        inside(sandbox).succeeds("true", "after an unknown user was refused, a command fails");
    }

    private static void assertNamed(String user, Supplier<ExecResult> run) {
        SandboxException refusal;
        try {
            ExecResult result = run.get();
            fail("a command for a user that is not there was not refused: it " + result.ending());
            return;
        } catch (SandboxException told) {
            refusal = told;
        }
        assertTrue(
                String.valueOf(refusal.getMessage()).contains(user),
                "the refusal of a user that is not there does not name '" + user + "': " + refusal.getMessage());
    }

    @Clause("EXEC-27")
    default void aDirectoryThatIsAFileIsToldAsSuch(Trial trial) {
        Sandbox sandbox = trial.sandbox();
        sandbox.files().write("plain-file", "no directory");
        for (String file : List.of("plain-file", sandbox.spec().workdir() + "/plain-file")) {
            SandboxFileException refusal = assertThrows(
                    SandboxFileException.class,
                    () -> sandbox.exec(Command.of("echo").cwd(file)),
                    "a command was to start in '" + file + "', which is a file, and was not refused with"
                            + " SandboxFileException");
            assertFalse(
                    refusal instanceof SandboxFileNotFoundException,
                    "a working directory that is a file is told as missing: " + refusal.getMessage());
            String message = String.valueOf(refusal.getMessage());
            assertTrue(
                    message.contains("plain-file") && message.contains("director"),
                    "the refusal does not say that '" + file + "' is no directory: " + message);
        }
    }

    private static void assertCountedOrRefused(Trial trial, ManyArguments many) {
        Sandbox sandbox = trial.sandbox();
        String came;
        try {
            came = sandbox.exec(many.command()).stdout().strip();
        } catch (IllegalArgumentException | SandboxException refusal) {
            assertTrue(
                    ManyArguments.isTold(refusal),
                    "1 MiB of arguments was refused without saying that they are too large: " + refusal);
            return;
        }
        assertEquals(
                many.all(), came, "1 MiB of arguments was cut: shown are how many arguments with how many characters");
    }

    /** How a missing program is told is another clause's matter, so an exception stands for "nothing ran". */
    private static int codeOrNone(Sandbox sandbox, Command command) {
        try {
            return sandbox.exec(command).exitCode();
        } catch (SandboxException notStarted) {
            return -1;
        }
    }

    /** Returns a user, by name and number, that commands do not run as anyway; the powerless one by preference. */
    private static Optional<Map.Entry<String, String>> otherUser(Sandbox sandbox) {
        String current = sandbox.exec(whoAmI()).stdout().strip();
        return sandbox.shell("cat /etc/passwd")
                .stdout()
                .lines()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length > 2 && !fields[2].equals(current))
                .map(fields -> Map.entry(fields[0], fields[2]))
                .min(Comparator.comparing(user -> !user.getKey().equals("nobody")));
    }

    /** Returns a command that prints the number of the user it runs as. */
    private static Command whoAmI() {
        return Command.shell("""
                id -u 2>/dev/null || while read -r key number rest; do
                  if [ "$key" = Uid: ]; then echo "$number"; fi
                done </proc/self/status
                """);
    }

    private static String bracketed(List<String> words) {
        return words.stream().collect(Collectors.joining("][", "[", "]"));
    }

    /** What shells, quoting and line protocols stumble over. */
    private static List<String> awkward() {
        List<String> words =
                new ArrayList<>(List.of("two words", "", " ", "it's", "say \"so\"", "a\nb", "a\tb", "ü € 😀"));
        words.addAll(
                List.of("$HOME `id` $(id) /* /b?n ~ \\n back\\ a;b a&b a|b <in> #no !1 {a,b} 50% -n --".split(" ")));
        words.add("");
        return words;
    }

    /** Returns whether any environment has a variable of its own, so that seeing it inside shows nothing. */
    private static boolean isOrdinary(String variable) {
        String usual =
                "PATH HOME PWD OLDPWD SHLVL _ LANG LANGUAGE TERM USER LOGNAME SHELL HOSTNAME TMPDIR TZ MAIL DEBIAN_FRONTEND";
        return variable.startsWith("LC_")
                || variable.startsWith("KUBERNETES_")
                || List.of(usual.split(" ")).contains(variable);
    }
}
