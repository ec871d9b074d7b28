package dev.sandboxed.conformance.internal.clauses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.LiveOutput;
import dev.sandboxed.conformance.internal.trial.ManyArguments;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.io.IOException;
import java.time.Duration;

/** Commands on a terminal. */
public interface TerminalClauses {

    /** How long a terminal may take to show something. */
    Duration SOON = Duration.ofSeconds(8);

    @Clause("TERM-1")
    default void standardInputAndOutputAreATerminal(Trial trial) {
        String script = "test -t 0 && echo input-yes; test -t 1 && echo output-yes; echo looked; read -r line";
        LiveOutput screen = LiveOutput.of(open(trial, script, TerminalSize.DEFAULT));

        assertTrue(screen.hears(trial, "looked", SOON), "a command on a terminal showed nothing");
        assertTrue(screen.text().contains("input-yes"), "the standard input of a command on a terminal is no terminal");
        assertTrue(
                screen.text().contains("output-yes"), "the standard output of a command on a terminal is no terminal");
    }

    @Clause("TERM-2")
    default void theSizeIsSeenInsideAtTheStartAndAfterAChange(Trial trial) throws IOException {
        assumeTrue(
                trial.guest().has("stty"),
                "there is no stty inside to ask for the size; add coreutils or BusyBox to what sandboxes run on");
        String script = "stty size; read -r line; stty size; read -r line";
        Terminal terminal = open(trial, script, new TerminalSize(101, 31));
        LiveOutput screen = LiveOutput.of(terminal);
        assertTrue(
                screen.hears(trial, "31 101", SOON),
                "a terminal that was opened with 31 rows and 101 columns has another size inside: " + screen.text());

        terminal.resize(new TerminalSize(133, 57));
        type(terminal, '\n');

        assertTrue(
                screen.hears(trial, "57 133", SOON),
                "a terminal that was changed to 57 rows and 133 columns has another size inside: " + screen.text());
    }

    @Clause("TERM-3")
    default void ctrlCReachesTheForegroundProcess(Trial trial) throws IOException {
        // The shell only notes the signal; it goes on when the process in the foreground has been ended by it.
        String script = "trap 'echo noted' INT; echo ready; sleep 1000; echo released; read -r line";
        Terminal terminal = open(trial, script, TerminalSize.DEFAULT);
        LiveOutput screen = LiveOutput.of(terminal);
        assertTrue(screen.hears(trial, "ready", SOON), "a command on a terminal showed nothing");

        boolean released = false;
        // One that comes before the process is in the foreground has no effect on it, so a few are typed.
        for (int typed = 0; typed < 8 && !released; typed++) {
            type(terminal, 3);
            released = screen.hears(trial, "released", Duration.ofSeconds(1));
        }

        assertTrue(released, "Ctrl-C typed into a terminal does not end the process in the foreground");
    }

    @Clause("TERM-4")
    default void theExitCodeComesBack(Trial trial) {
        for (int code : new int[] {0, 42, 200}) {
            Terminal terminal = open(trial, "exit " + code, TerminalSize.DEFAULT);
            LiveOutput.of(terminal);

            Ending ending = assertTimeoutPreemptively(
                    trial.patience(SOON),
                    terminal::await,
                    "await did not return for a command on a terminal that ended");

            assertEquals(
                    Ending.exited(code),
                    ending,
                    "a command on a terminal that exits with " + code + " is told to have ended otherwise");
        }
    }

    @Clause("TERM-5")
    default void manyArgumentsReachATerminalOrAreRefused(Trial trial) {
        ManyArguments many = ManyArguments.of(64, DataSize.ofKibibytes(64));
        Sandbox sandbox = trial.sandbox();
        Terminal terminal;
        try {
            terminal = trial.keep(assertTimeoutPreemptively(
                    trial.patience(SOON),
                    () -> sandbox.terminal(many.command(), TerminalSize.DEFAULT),
                    "64 KiB of arguments for a terminal were neither taken nor refused"));
        } catch (IllegalArgumentException | SandboxException refusal) {
            assertTrue(
                    ManyArguments.isTold(refusal),
                    "64 KiB of arguments for a terminal were refused without saying that they are too large: "
                            + refusal);
            return;
        }
        LiveOutput screen = LiveOutput.of(terminal);
        assertTrue(
                screen.hears(trial, many.all(), SOON),
                () -> "64 KiB of arguments did not reach a command on a terminal: instead of '" + many.all()
                        + "', how many with how many characters, it shows '" + screen.text() + "'");
    }

    private static Terminal open(Trial trial, String script, TerminalSize size) {
        return trial.keep(trial.sandbox().terminal(Command.shell(script), size));
    }

    private static void type(Terminal terminal, int key) throws IOException {
        terminal.input().write(key);
        terminal.input().flush();
    }
}
