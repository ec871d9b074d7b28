package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.Frame;
import dev.sandboxed.wire.internal.NewSandbox;
import dev.sandboxed.wire.internal.SpecWords;
import dev.sandboxed.wire.internal.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads what sandboxes and commands need of our contract. The library for that takes longer to load than most calls
 * take; whatever is not of the usual form is left to it.
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

    /** Returns the words that ask for a sandbox. */
    static byte[] of(String id, SandboxSpec spec) {
        Duration life = spec.timeToLive().orElse(null);
        SandboxSpecBuilder plain = SandboxSpec.builder().workdir(spec.workdir()).startupTimeout(spec.startupTimeout());
        spec.labels().forEach(plain::label);
        if (life == null || !plain.timeToLive(life).build().equals(spec)) {
            return Words.written(new NewSandbox(id, null, Map.of(), SpecWords.of(spec), null));
        }
        String labels = spec.labels().entrySet().stream()
                .map(label -> quote(label.getKey()) + ":" + quote(label.getValue()))
                .collect(Collectors.joining(","));
        String words =
                "{\"id\":" + quote(id) + ",\"spec\":{\"workdir\":" + quote(spec.workdir()) + ",\"labels\":{" + labels
                        + "},\"timeToLiveSeconds\":" + life.toMillis() / MILLIS + ",\"startupTimeoutSeconds\":"
                        + spec.startupTimeout().toMillis() / MILLIS + "}}";
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
