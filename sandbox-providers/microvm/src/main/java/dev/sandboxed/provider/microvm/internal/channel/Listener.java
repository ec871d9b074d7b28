package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** What listens in a machine, and does there what it is asked to by those who know its token. */
public final class Listener {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 32;
    private static final int SEED_BYTES = 64;
    private static final int ID_BYTES = 16;
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration FIRST_PATIENCE = Duration.ofMillis(200);
    private static final Duration PAUSE = Duration.ofMillis(1);

    private final Machine machine;
    private final AtomicLong processes = new AtomicLong();
    private volatile String token;

    /**
     * Knows the listener of a machine.
     *
     * @param token the one it was told last; empty if it was told none
     */
    public Listener(Machine machine, String token) {
        this.machine = machine;
        this.token = token;
    }

    /** Returns the token that it answers to. */
    public String token() {
        return token;
    }

    /**
     * What is known of a machine that has an owner.
     *
     * @param boot tells this boot of its kernel apart from every other kernel's
     * @param waiting the streams of the process that waited for the owner
     */
    public record Owned(String boot, GuestChannel waiting) {}

    /**
     * Makes the machine one of its own: with another token, other random numbers, another name, and the time of now.
     *
     * @param name what the machine calls itself
     * @throws IOException if the connection breaks, it takes too long, or the machine refuses
     */
    public void settle(String name, Duration limit) throws IOException {
        String next = hex(TOKEN_BYTES);
        ask(limit, "settle", identity(next, name));
        token = next;
    }

    /**
     * Makes the machine one of its own, as {@link #settle} does, and takes over the process that waits in it.
     *
     * @throws IOException if nobody waits, and if {@link #settle} would
     */
    public Owned own(String name, Duration limit) throws IOException {
        Deadline deadline = Deadline.in(limit);
        String next = hex(TOKEN_BYTES);
        List<String> words = new ArrayList<>(List.of("own"));
        words.addAll(List.of(identity(next, name)));
        Conversation conversation = ask(greet(deadline), deadline.remaining(), words);
        token = next;
        return new Owned(conversation.answer().strip(), follow(conversation, false));
    }

    /**
     * Returns a connection on which the machine has answered. The kernel of a copy that has just begun drops all connections of the
     * saved machine, and may take one that came early for one of those: nobody is told of that, so what is not answered is tried
     * again.
     */
    private MachineChannel greet(Deadline deadline) throws IOException {
        for (Duration patience = FIRST_PATIENCE; ; patience = patience.multipliedBy(2)) {
            Duration left = deadline.remaining();
            try {
                return begin(patience.compareTo(left) < 0 ? patience : left, List.of("hello"))
                        .channel();
            } catch (RefusedException e) {
                throw e;
            } catch (IOException e) {
                if (deadline.hasPassed()
                        || !machine.isAlive()
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private static String[] identity(String token, String name) {
        Instant now = Instant.now();
        return new String[] {
            token,
            hex(SEED_BYTES),
            String.valueOf(now.getEpochSecond()),
            String.valueOf(now.getNano()),
            name,
            hex(ID_BYTES)
        };
    }

    /**
     * Sets limits for all commands.
     *
     * @param limits what files of their control group are to say, and {@code files}, how many a process may have open
     */
    public void limit(Map<String, String> limits) throws IOException {
        List<String> words = new ArrayList<>();
        limits.forEach((file, value) -> words.addAll(List.of(file, value)));
        ask(LONGEST, "limit", words.toArray(String[]::new));
    }

    /** Closes the root to writers, but for some directories, which must be there. */
    public void closeRoot(List<String> open) throws IOException {
        ask(LONGEST, "readonly", open.toArray(String[]::new));
    }

    /** Writes everything to the drive. */
    public void flush() throws IOException {
        ask(LONGEST, "sync");
    }

    /** Returns what commands use, as the kernel inside counts it. */
    public MachineUsage usage() throws IOException {
        return MachineUsage.read(ask(LONGEST, "usage"));
    }

    /**
     * Asks for something and waits until it is done.
     *
     * @throws IOException if the connection breaks, the time is up, or it is refused
     */
    private String ask(Duration limit, String word, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(word));
        words.addAll(List.of(arguments));
        try {
            Conversation conversation = begin(limit, words);
            conversation.channel().close();
            return conversation.answer();
        } catch (RefusedException e) {
            throw new IOException("The machine refuses: " + e.getMessage(), e);
        }
    }

    /**
     * Reads what the sandbox has changed, as a tar stream. Whoever closes it before its end breaks it off.
     *
     * @param apart whether a file with several names comes once for each
     * @throws IOException if the machine does not answer; so does reading, if the machine cannot
     */
    public InputStream pack(boolean apart) throws IOException {
        return new ChannelStream(follow(begin(LONGEST, List.of("pack", apart ? "apart" : "linked")), false));
    }

    /**
     * Puts the files of such a stream in place, whether the root is closed to others or not.
     *
     * @throws IOException if the stream cannot be read, the machine cannot make one of them, or the time is up
     */
    public void unpack(InputStream archive, Duration limit) throws IOException {
        MachineChannel channel = follow(begin(limit, List.of("unpack")), false);
        Alarm late = Alarm.in(limit, channel::close);
        try (InputStream answer = new ChannelStream(channel)) {
            try (OutputStream input = channel.input()) {
                archive.transferTo(input);
            }
            answer.transferTo(OutputStream.nullOutputStream());
        } finally {
            late.silence();
        }
    }

    /**
     * Starts a process that waits in the machine, even where it is saved, until somebody {@linkplain #own owns} it. Nobody can
     * start another before that.
     *
     * @param user whom it runs as; empty for root
     * @param env its whole environment
     * @throws IOException if the connection breaks, the time is up, or the machine refuses
     */
    public void prepare(GuestProcess process, String user, Map<String, String> env) throws IOException {
        ask(LONGEST, "prepare", words(process, user, env).toArray(String[]::new));
    }

    /**
     * Starts a process.
     *
     * @param user whom it runs as; empty for root
     * @param env its whole environment
     * @throws RefusedException if the machine says why it cannot
     * @throws IOException if the connection breaks, or the time is up
     */
    MachineChannel start(GuestProcess process, String user, Map<String, String> env) throws IOException {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(words(process, user, env));
        return follow(begin(LONGEST, words), process.terminal() != null);
    }

    /** A connection on which something was asked for, and done. */
    private record Conversation(MachineChannel channel, String answer) {}

    private Conversation begin(Duration limit, List<String> words) throws IOException {
        Deadline deadline = Deadline.in(limit);
        Socket connection = machine.connect(limit);
        try {
            return ask(new MachineChannel(connection), deadline.remaining(), words);
        } catch (IOException | RuntimeException e) {
            closeQuietly(connection);
            throw e;
        }
    }

    /** Asks on a connection, which is closed where that fails. */
    private Conversation ask(MachineChannel channel, Duration limit, List<String> words) throws IOException {
        Alarm late = Alarm.in(limit, channel::close);
        try {
            List<String> fields = new ArrayList<>(List.of(token));
            fields.addAll(words);
            channel.ask(fields);
            String answer = answer(channel);
            if (!late.silence()) {
                throw new IOException("The machine took too long to answer");
            }
            return new Conversation(channel, answer);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        } finally {
            late.silence();
        }
    }

    private static String answer(MachineChannel channel) throws IOException {
        StringBuilder text = new StringBuilder();
        while (true) {
            Frames.Frame frame = Frames.read(channel.frames())
                    .orElseThrow(() -> new IOException("The machine ended the connection without an answer"));
            switch (frame.type()) {
                case Frames.ANSWER -> text.append(frame.text());
                case Frames.STARTED -> {
                    return text.toString();
                }
                case Frames.REFUSED -> throw new RefusedException(frame.text());
                default -> throw new IOException("The machine answers with a frame of type " + frame.type());
            }
        }
    }

    private MachineChannel follow(Conversation conversation, boolean terminal) {
        conversation.channel().follow(terminal, "sandboxed-machine-" + processes.incrementAndGet());
        return conversation.channel();
    }

    private static List<String> words(GuestProcess process, String user, Map<String, String> env) {
        var size = process.terminal();
        List<String> words = new ArrayList<>(List.of(
                user,
                size == null ? "0" : String.valueOf(size.rows()),
                size == null ? "0" : String.valueOf(size.columns()),
                String.valueOf(process.argv().size())));
        words.addAll(process.argv());
        env.forEach((name, value) -> words.add(name + "=" + value));
        return words;
    }

    private static void closeQuietly(Socket connection) {
        try {
            connection.close();
        } catch (IOException e) {
            // It is broken already.
        }
    }

    private static String hex(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
