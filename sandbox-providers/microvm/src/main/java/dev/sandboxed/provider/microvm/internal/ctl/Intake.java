package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Stdin;
import java.util.List;

/**
 * The way that what a command reads takes into the machine.
 *
 * @param kind which way
 * @param stdin what the command reads
 * @param file a file of ours inside, or what the names of several begin with
 */
record Intake(Kind kind, Stdin stdin, String file) {

    private static final String FEED = CtlProvider.read("feed.sh");

    /** The ways there are. */
    enum Kind {
        /** There is nothing to read. */
        NOTHING,
        /** The controller passes it on. */
        PASSED_ON,
        /** All of it is there before the command begins, in a file. */
        FILE,
        /** It comes while the command runs, in files that are put together inside: nobody knows when a stream ends. */
        PIECES
    }

    static Intake of(Stdin stdin, CtlMachine machine, String file) {
        return new Intake(kind(stdin, machine.passesInput()), stdin, file);
    }

    private static Kind kind(Stdin stdin, boolean passedOn) {
        if (stdin instanceof Stdin.Bytes bytes && bytes.content().length == 0) {
            return Kind.NOTHING;
        }
        if (passedOn) {
            return Kind.PASSED_ON;
        }
        return stdin instanceof Stdin.Streamed ? Kind.PIECES : Kind.FILE;
    }

    /** Returns what the controller gets on its own standard input. */
    Stdin ofController() {
        return kind == Kind.PASSED_ON ? stdin : Stdin.empty();
    }

    /** Returns the lines of shell that open it for a command. */
    String shell() {
        String quoted = Command.quote(file);
        return switch (kind) {
            case NOTHING -> "exec </dev/null || exit 125\n";
            case PASSED_ON -> "";
            case FILE -> "exec <" + quoted + " || exit 125\nrm -f " + quoted + "\n";
            case PIECES ->
                "mkfifo -m 600 " + quoted + " || exit 125\n(" + ShellWords.join(List.of("/bin/sh", "-c", FEED))
                        + " sandboxed $$ " + quoted + " >" + quoted + " 2>/dev/null </dev/null &)\n"
                        + "exec <" + quoted + " || exit 125\n";
        };
    }
}
