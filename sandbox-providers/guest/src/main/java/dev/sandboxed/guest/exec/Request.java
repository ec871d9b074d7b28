package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.guest.internal.words.CommandSize;
import dev.sandboxed.guest.internal.words.OddVariables;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/** A command in the words of the supervisor: one line, which is short, since a shell reads it byte by byte. */
final class Request {

    /** What is longer is read quicker by a program that is started for it. */
    private static final int LONGEST_LINE = 512;
    /** Words that mean themselves to a shell. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:,+@%=-]+");

    private final Command command;
    private final String marker;
    private final boolean feeds;
    private final byte[] text;

    private Request(Command command, String marker, boolean feeds, String shell) {
        this.command = command;
        this.marker = marker;
        this.feeds = feeds;
        this.text = shell.getBytes(StandardCharsets.UTF_8);
    }

    Command command() {
        return command;
    }

    /** Returns what its processes carry in their environment. */
    String marker() {
        return marker;
    }

    /** Returns whether it reads the rest of the supervisor's input, so that nobody else can be asked for afterwards. */
    boolean feeds() {
        return feeds;
    }

    /**
     * Returns the request for a command.
     *
     * @param variables those of the command; all others are there already
     * @param cwd an absolute path
     * @throws IllegalArgumentException if it is larger than any kernel takes
     */
    static Request of(Command command, OddVariables variables, String cwd, String marker) {
        CommandSize.require(command.argv(), variables.settable());
        boolean feeds = !(command.stdin() instanceof Stdin.Bytes bytes && bytes.content().length == 0);
        StringBuilder line = new StringBuilder();
        if (!variables.shell().isEmpty()) {
            line.append("odd=").append(quote(variables.shell())).append("; sandboxed_");
        }
        line.append(feeds ? "feed " : "run ").append(quote(marker)).append(' ').append(quote(cwd));
        variables.settable().forEach((name, value) -> line.append(' ').append(quote(name + "=" + value)));
        line.append(" --");
        command.argv().forEach(word -> line.append(' ').append(quote(word)));
        return new Request(command, marker, feeds, line.toString());
    }

    /** Returns what is sent. */
    byte[] bytes() {
        return text.length <= LONGEST_LINE
                ? joined(text, new byte[] {'\n'})
                : joined((text.length + "\n").getBytes(StandardCharsets.UTF_8), text);
    }

    private static String quote(String word) {
        if (PLAIN.matcher(word).matches()) {
            return word;
        }
        return "'" + word.replace("'", "'\\''").replace("\n", "'\"$sandboxed_n\"'") + "'";
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }
}
