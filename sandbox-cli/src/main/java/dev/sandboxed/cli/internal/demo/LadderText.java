package dev.sandboxed.cli.internal.demo;

import dev.sandboxed.cli.internal.demo.Rung.Got;
import dev.sandboxed.cli.internal.demo.Rung.Wall;
import dev.sandboxed.cli.internal.doctor.Reasons;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Help.Ansi;

/** Writes what came of the script, a line for each provider when it is known. */
public final class LadderText {

    private static final int WIDTH = 100;

    private final PrintWriter out;
    private final Ansi ansi;
    private final Set<String> absent = new HashSet<>();
    private boolean broken;

    public LadderText(PrintWriter out, Ansi ansi) {
        this.out = out;
        this.ansi = ansi;
    }

    /** Writes what is going to be shown. */
    public void begin() {
        out.println(ansi.string("@|bold The same script of an agent on every rung of the ladder: what it could do|@"));
        out.println(
                begin("RUNG", "ISOLATION") + cells("READ SECRET", "SEE PROCESS", "CALL HOME", "START", "EXEC", "WALL"));
        out.flush();
    }

    /** Writes one. */
    public void print(Rung rung) {
        String begin = begin(rung.name(), rung.isolation());
        if (rung instanceof Rung.Climbed climbed) {
            broken |= climbed.wall() == Wall.BROKEN;
            out.println(begin
                    + cells(
                            word(climbed.secret()),
                            word(climbed.process()),
                            word(climbed.home()),
                            millis(climbed.start()),
                            millis(climbed.exec()),
                            word(climbed.wall())));
        } else if (rung instanceof Rung.Failed failed) {
            out.println(begin + Reasons.briefly("FAILED: " + failed.error(), WIDTH - begin.length()));
        } else if (rung instanceof Rung.Absent not) {
            absent.add(not.name());
            out.println(begin + Reasons.briefly("not here: " + not.reason(), WIDTH - begin.length()));
        }
        out.flush();
    }

    private static String begin(String name, String isolation) {
        return String.format(Locale.ROOT, "%-11s  %-16s  ", name, isolation);
    }

    private static String cells(String secret, String process, String home, String start, String exec, String wall) {
        return String.format(Locale.ROOT, "%-11s  %-11s  %-9s  %8s  %8s  %s", secret, process, home, start, exec, wall);
    }

    /** Writes what the columns mean. */
    public void end() {
        out.println(
                "Secret, process and port are the host's. START: the second creation; EXEC: a command, median of 5.");
        out.println("No network was asked for: a sandbox has none then; a plain process cannot be refused the host's.");
        out.flush();
    }

    /** Returns whether something got through a wall that was claimed. */
    public boolean isBroken() {
        return broken;
    }

    /** Returns the providers of which it was written why they do not work. */
    public Set<String> absent() {
        return absent;
    }

    private static String word(Got got) {
        return switch (got) {
            case YES -> "yes";
            case NO -> "no";
            case NO_TOOL -> "no tool";
        };
    }

    private String word(Wall wall) {
        return ansi.string(
                switch (wall) {
                    case NONE -> "@|yellow none|@";
                    case HELD -> "@|green held|@";
                    case HELD_AS_FAR_AS_TRIED -> "@|green held, as far as tried|@";
                    case BROKEN -> "@|bold,red BROKEN|@";
                });
    }

    private static String millis(Duration time) {
        double millis = time.toNanos() / 1e6;
        return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%.0f ms", millis);
    }
}
