package dev.sandboxed.cli.internal.shell;

import dev.sandboxed.core.internal.kept.KeptSandbox;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What people read about kept sandboxes. */
public final class KeptText {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.ROOT);

    private static final String NONE = """
            no sandbox is kept
            run tests with -Dsandbox.keep=on-failure: the sandbox of one that fails is then kept for 30 minutes (sandbox.keepFor)""";

    private KeptText() {}

    /** Returns a table of all, or what to do to have one. */
    public static String table(List<KeptSandbox> all) {
        if (all.isEmpty()) {
            return NONE;
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ID", "PROVIDER", "UNTIL", "TEST"));
        all.forEach(kept -> rows.add(List.of(kept.id(), kept.provider(), clock(kept.until()), kept.test())));
        List<Integer> widths = IntStream.range(0, 4)
                .mapToObj(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                line.append(cell).append(" ".repeat(widths.get(column) - cell.length() + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString().stripTrailing();
    }

    /** Returns what is told before a shell opens: what it is of, and what it lacks. */
    public static List<String> opening(KeptSandbox kept) {
        List<String> lines = new ArrayList<>();
        lines.add("a copy of the sandbox of " + kept.test() + " on " + kept.provider() + ", with "
                + kept.content().words() + "; it ends with this command, and what is kept stays until "
                + clock(kept.until()));
        kept.leftOut().forEach(one -> lines.add("warning: " + one + " is missing here: secrets are not kept"));
        kept.lostMounts()
                .forEach(mount -> lines.add("warning: " + mount.target() + " is missing here: it was the host's "
                        + mount.source() + ", which is gone"));
        return lines;
    }

    private static String clock(Instant moment) {
        return CLOCK.format(moment.atZone(ZoneId.systemDefault()));
    }
}
