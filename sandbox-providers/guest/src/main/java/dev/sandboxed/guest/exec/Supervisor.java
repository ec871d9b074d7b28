package dev.sandboxed.guest.exec;

import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.guest.internal.words.MarkScanner;
import dev.sandboxed.process.internal.output.ByteSink;
import dev.sandboxed.process.internal.thread.Alarm;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A supervisor that runs inside, seen from outside. Used by one thread at a time; {@link #close} may come from any. */
final class Supervisor implements AutoCloseable {

    /** Who is told what comes out of it. */
    interface Listener {

        /** A command wrote something. */
        default void wrote(Source source, byte[] bytes, int length) {}

        /** The command that it was asked for begins; the number of its turn tells which ends are its own. */
        default void begun(int turn) {}

        /** What it was asked for beside commands is done. */
        default void done() {}

        /** The command has ended, and nothing of it is left in this output. */
        default void ended(Source source, End end) {}
    }

    /**
     * What it says about the end of a command.
     *
     * @param turn the number that it said at the beginning
     * @param how {@code exit}, {@code signal}, or why it did not begin: {@code cwd}, {@code file}, {@code denied} or {@code unsettable}
     * @param code the exit code as the shell sees it, or -1 if even the shell does not know
     * @param outOfMemory whether the kernel has killed for lack of memory meanwhile
     */
    record End(int turn, String how, int code, boolean outOfMemory) {

        private static final Pattern WRITTEN = Pattern.compile(
                "end ([0-9]{1,9}) (exit|signal|cwd|file|denied|unsettable) (lost|[0-9]{1,3}) (-?[0-9]{1,9})");

        /**
         * Reads what was said, which need not be true: whoever runs inside as the same user can find out our word and our
         * outputs, and so forge the end of a command, as it could replace the command's program. No descriptor is safe from
         * that, since all of them can be opened through {@code /proc}. What is said wrongly is only ignored.
         */
        static Optional<End> parse(String text) {
            Matcher words = WRITTEN.matcher(text);
            return words.matches()
                    ? Optional.of(new End(
                            Integer.parseInt(words.group(1)),
                            words.group(2),
                            words.group(3).equals("lost") ? -1 : Math.min(255, Integer.parseInt(words.group(3))),
                            !words.group(4).equals("0")))
                    : Optional.empty();
        }
    }

    /** How long it may take to serve a request; a guest that is paused would keep us for ever. */
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(3);

    /** What is said in between outputs when all that was written before has come through; whoever says it hears it. */
    private static final String HELD = "held";

    private static final Logger LOG = System.getLogger(Supervisor.class.getName());
    private static final Listener NOBODY = new Listener() {};
    /** What no process is called, and no turn. */
    private static final String NONE = "0";

    private final GuestChannel channel;
    private final Map<Source, MarkScanner> scanners = new EnumMap<>(Source.class);
    private final Set<Source> gone = EnumSet.noneOf(Source.class);
    private Listener listener = NOBODY;
    private volatile String pid = NONE;
    private volatile String command = NONE;
    private @Nullable String kernel;
    private Readiness readiness = Readiness.UNKNOWN;

    /** Whether it can be asked for a command: not before it said so, after its start and after each command. */
    private enum Readiness {
        UNKNOWN,
        READY,
        /** A process that a command left behind could write in between the outputs of the next. */
        NEVER
    }

    Supervisor(GuestChannel channel, String word) {
        this.channel = channel;
        for (Source source : Source.values()) {
            ByteSink output = (bytes, length) -> listener.wrote(source, bytes, length);
            scanners.put(source, new MarkScanner(word, output, mark -> heard(source, mark)));
        }
    }

    private void heard(Source source, String mark) {
        String[] words = mark.split(" ", 3);
        switch (words[0]) {
            case "hello" -> {
                pid = number(words, 1);
                kernel = words.length > 2 ? words[2] : "";
                readiness = Readiness.READY;
            }
            case "ready" -> readiness = Readiness.READY;
            case "busy" -> readiness = Readiness.NEVER;
            case "begin" -> {
                readiness = Readiness.UNKNOWN;
                command = number(words, 2);
                listener.begun(Integer.parseInt(number(words, 1)));
            }
            case "done" -> listener.done();
            case "gone" -> gone.add(source);
            case HELD -> LOG.log(Level.DEBUG, "The sandbox was about to be paused");
            case "end" -> End.parse(mark).ifPresent(end -> listener.ended(source, end));
            default -> LOG.log(Level.DEBUG, "Somebody inside speaks like a supervisor: {0}", mark);
        }
    }

    /** Whoever speaks like us may say anything. */
    private static String number(String[] words, int index) {
        return words.length > index && words[index].matches("[0-9]{1,9}") ? words[index] : NONE;
    }

    void listener(Listener other) {
        this.listener = other;
    }

    /** Asks for a command; it must be ready. */
    void ask(byte[] request) throws IOException {
        readiness = Readiness.UNKNOWN;
        send(request);
    }

    private void send(byte[] request) throws IOException {
        OutputStream input = channel.input();
        input.write(request);
        input.flush();
    }

    /** Waits until it is there; returns what the kernel says of itself, or empty if it never came up. */
    Optional<String> hello() throws IOException {
        while (kernel == null && pump()) {}
        return Optional.ofNullable(kernel);
    }

    /** Waits until it can be asked for a command; returns false if it never will. */
    boolean awaitReady() throws IOException {
        while (readiness == Readiness.UNKNOWN && pump()) {}
        return isReady();
    }

    boolean isReady() {
        return readiness == Readiness.READY;
    }

    /** Has it do something else than run a command; returns whether that was done. */
    boolean serve(String request) throws IOException {
        boolean[] done = new boolean[1];
        listener(new Listener() {
            @Override
            public void done() {
                done[0] = true;
            }
        });
        Alarm alarm = Alarm.in(LONGEST_REQUEST, this::close);
        if (awaitReady()) {
            send((request + "\n").getBytes(StandardCharsets.UTF_8));
            while (!done[0] && pump()) {}
        }
        alarm.silence();
        listener(NOBODY);
        return done[0];
    }

    /** Moves one piece of output on to the listener; returns whether there was one. */
    boolean pump() throws IOException {
        Optional<OutputChunk> chunk = gone.size() < scanners.size() ? channel.read() : Optional.empty();
        chunk.ifPresent(piece -> scanner(piece.source()).accept(piece.bytes()));
        if (chunk.isEmpty()) {
            scanners.values().forEach(MarkScanner::end);
        }
        return chunk.isPresent();
    }

    private MarkScanner scanner(Source source) {
        return Objects.requireNonNull(scanners.get(source));
    }

    GuestChannel channel() {
        return channel;
    }

    /** Returns its process inside; zero as long as it has not said so. */
    String pid() {
        return pid;
    }

    /** Returns the process of the command that has begun last; zero as long as none has. */
    String command() {
        return command;
    }

    @Override
    public void close() {
        channel.close();
    }
}
