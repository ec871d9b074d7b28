package dev.sandboxed.junit.internal.kept;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.core.internal.kept.KeptSandbox;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What is told about a kept sandbox.
 *
 * @param kept the sandbox
 * @param command what opens it
 * @param isolation that of its provider
 */
record KeptNote(KeptSandbox kept, ShellCommand command, Isolation isolation) {

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss z", Locale.ROOT);

    /** Says it to people, the command on a line of its own so that it is easy to copy. */
    String line() {
        return "The sandbox of " + kept.test() + " is kept: " + kept.content().words() + ". It ran on "
                + kept.provider() + " (isolation " + isolation.written() + "). Until "
                + CLOCK.format(kept.until().atZone(ZoneId.systemDefault())) + " this opens a shell in a copy of it:\n  "
                + command.opening(kept.id()) + "\n";
    }

    /** Says it to programs. */
    Map<String, String> entries() {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("sandbox.shell", command.opening(kept.id()));
        entries.put("sandbox.shell.until", kept.until().toString());
        entries.put("sandbox.shell.keeps", kept.content().words());
        return entries;
    }
}
