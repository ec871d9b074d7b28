package dev.sandboxed.junit.internal.report;

import dev.sandboxed.api.exec.ExecResult;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/** What was run in a sandbox, in order: the last commands, each with how it ended and the end of its outputs. */
public final class Transcript {

    private static final int MOST_LINES = 200;

    private final Deque<Line> lines = new ArrayDeque<>();
    private long forgotten;

    /** Takes down that a command began. */
    synchronized Line begin(String command) {
        if (lines.size() == MOST_LINES) {
            lines.removeFirst();
            forgotten++;
        }
        Line line = new Line(command);
        lines.addLast(line);
        return line;
    }

    @Override
    public synchronized String toString() {
        String earlier = forgotten == 0 ? "" : "(" + forgotten + " earlier commands left out)\n\n";
        return lines.isEmpty()
                ? "(no command was run)"
                : earlier + lines.stream().map(Line::text).collect(Collectors.joining("\n\n"));
    }

    /** One command. */
    static final class Line {
        private final String command;
        private volatile String text;

        private Line(String command) {
            this.command = command;
            this.text = "Command has not ended: " + command;
        }

        void ended(ExecResult result) {
            text = result.describe();
        }

        void failed(RuntimeException failure) {
            text = "Command could not be run: " + command + "\n  " + failure;
        }

        private String text() {
            return text;
        }
    }
}
