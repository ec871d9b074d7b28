package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import java.io.IOException;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** What listens in a machine, and does there what it is asked to by those who know its token. */
public final class Listener {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 32;
    private static final int SEED_BYTES = 64;
    private static final int ID_BYTES = 16;
    private static final Duration LONGEST = Duration.ofSeconds(30);

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
     * Makes the machine one of its own: with another token, other random numbers, another name, and the time of now.
     *
     * @param name what the machine calls itself
     * @return what tells this boot of its kernel apart from every other kernel's
     * @throws IOException if the connection breaks, it takes too long, or the machine refuses
     */
    public String settle(String name, Duration limit) throws IOException {
        String next = hex(TOKEN_BYTES);
        Instant now = Instant.now();
        String boot = ask(
                limit,
                "settle",
                next,
                hex(SEED_BYTES),
                String.valueOf(now.getEpochSecond()),
                String.valueOf(now.getNano()),
                name,
                hex(ID_BYTES));
        token = next;
        return boot.strip();
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
        Deadline deadline = Deadline.in(limit);
        try (Socket connection = machine.connect(limit)) {
            Alarm late = Alarm.in(deadline.remaining(), () -> closeQuietly(connection));
            try {
                MachineChannel channel = new MachineChannel(connection);
                List<String> fields = new ArrayList<>(List.of(token, word));
                fields.addAll(List.of(arguments));
                Frames.ask(connection.getOutputStream(), fields);
                return answer(channel);
            } finally {
                late.silence();
            }
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
                default -> throw new IOException("The machine refuses: " + frame.text());
            }
        }
    }

    /**
     * Starts a process whose streams wait in the machine, even where it is saved, until somebody comes for them.
     *
     * @param slot what they are called
     * @param user whom it runs as; empty for root
     * @param env its whole environment
     * @throws IOException if the connection breaks, the time is up, or the machine refuses
     */
    public void prepare(String slot, GuestProcess process, String user, Map<String, String> env) throws IOException {
        List<String> words = new ArrayList<>(List.of(slot));
        words.addAll(words(process, user, env));
        ask(LONGEST, "prepare", words.toArray(String[]::new));
    }

    /**
     * Takes over the streams of a process that waits; fails as {@link #start} does.
     *
     * @param slot what they are called
     */
    public GuestChannel attach(String slot) throws IOException {
        return open(List.of("attach", slot), false);
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
        return open(words, process.terminal() != null);
    }

    private MachineChannel open(List<String> words, boolean terminal) throws IOException {
        Socket connection = machine.connect(LONGEST);
        Alarm late = Alarm.in(LONGEST, () -> closeQuietly(connection));
        try {
            MachineChannel channel = new MachineChannel(connection);
            List<String> fields = new ArrayList<>(List.of(token));
            fields.addAll(words);
            Frames.ask(connection.getOutputStream(), fields);
            Optional<Frames.Frame> frame = Frames.read(channel.frames());
            if (frame.isPresent() && frame.get().type() == Frames.REFUSED) {
                throw new RefusedException(frame.get().text());
            }
            if (frame.isEmpty() || !late.silence()) {
                throw new IOException("The machine did not say whether a process has begun");
            }
            channel.follow(terminal, "sandboxed-machine-" + processes.incrementAndGet());
            return channel;
        } catch (IOException | RuntimeException e) {
            closeQuietly(connection);
            throw e;
        } finally {
            late.silence();
        }
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
