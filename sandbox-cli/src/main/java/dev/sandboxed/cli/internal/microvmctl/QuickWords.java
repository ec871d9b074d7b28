package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.Frame;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads what a command needs of our contract. The library for that takes longer to load than most commands run; it
 * reads whatever is not of the usual form.
 */
final class QuickWords {

    private static final double MILLIS = 1000;
    private static final int FIRST_PRINTABLE = 0x20;
    private static final Pattern ENDED = Pattern.compile(
            "\\{\"outcome\":\"([a-z_]{1,20})\",\"exitCode\":([0-9]{1,3}),\"seconds\":([0-9.]{1,20})\\}");

    private QuickWords() {}

    /**
     * Returns the words that ask for a command without variables, directory, user and terminal.
     *
     * @param input all that it reads; it follows, if absent
     */
    static byte[] of(String id, Command command, byte @Nullable [] input) {
        String argv = command.argv().stream().map(QuickWords::quote).collect(Collectors.joining(","));
        String words = "{\"id\":" + quote(id) + ",\"argv\":[" + argv + "],\"timeoutSeconds\":"
                + command.timeout().toMillis() / MILLIS
                + (input == null
                        ? ",\"inputFollows\":true}"
                        : ",\"input\":\"" + Base64.getEncoder().encodeToString(input) + "\"}");
        return words.getBytes(StandardCharsets.UTF_8);
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < FIRST_PRINTABLE || Character.isSurrogate(c)) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    /**
     * Reads what happened to a command.
     *
     * @throws IOException if that cannot be read
     */
    static CommandEvent event(Frame frame) throws IOException {
        String text = new String(frame.content(), StandardCharsets.UTF_8);
        if (text.equals("{\"started\":true}")) {
            return CommandEvent.STARTED;
        }
        Matcher ended = ENDED.matcher(text);
        return ended.matches()
                ? new CommandEvent(
                        null,
                        ended.group(1),
                        Integer.parseInt(ended.group(2)),
                        Double.parseDouble(ended.group(3)),
                        null)
                : frame.event();
    }
}
