package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final AtomicInteger processes = new AtomicInteger();
    private final OpenChannels open = new OpenChannels();
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
        settled(name, Deadline.in(limit));
    }

    /** Returns what tells this boot of its kernel apart from every other kernel's. */
    private String settled(String name, Deadline deadline) throws IOException {
        Conversation settled = become("settle", name, deadline);
        settled.connection().close();
        return settled.answer().strip();
    }

    /**
     * Makes the machine one of its own, as {@link #settle} does, and takes over the process that waits in it.
     *
     * @throws IOException if nobody waits, and if {@link #settle} would
     */
    public Owned own(String name, Duration limit) throws IOException {
        Deadline deadline = Deadline.in(limit);
        Conversation owned = become("own", name, deadline);
        return new Owned(owned.answer().strip(), open.add(ended -> follow(owned.connection(), false, ended)));
    }

    /** Asks for something that makes the machine one of its own, and remembers its new token. */
    private Conversation become(String word, String name, Deadline deadline) throws IOException {
        String next = hex(TOKEN_BYTES);
        List<String> words = new ArrayList<>(List.of(word));
        words.addAll(List.of(identity(next, name)));
        Connection connection = greet(deadline);
        String boot = connection.ask(fields(words), deadline.remaining());
        token = next;
        return new Conversation(connection, boot);
    }

    /**
     * Makes the machine one of its own, as {@link #settle} does, where it was saved while processes ran that belong to nobody here.
     * They go on from now: what they write is dropped, and those that were fed have come to the end of their input.
     *
     * @return what tells this boot of its kernel apart from every other kernel's
     * @throws IOException if {@link #settle} would
     */
    public String adopt(String name, Duration limit) throws IOException {
        Deadline deadline = Deadline.in(limit);
        String boot = settled(name, deadline);
        ask(deadline.remaining(), "leave");
        return boot;
    }

    /** Something to do while no process of the machine has a connection. */
    @FunctionalInterface
    public interface Standstill {
        void run() throws IOException;
    }

    /**
     * Does something that no connection survives. Processes keep their streams meanwhile, and whoever talks to them waits; nothing of
     * what they read and write is lost.
     *
     * @throws IOException if that fails, if a process does not let go of its connection, or if the time is up
     */
    public void withoutConnections(Standstill action, Duration limit) throws IOException {
        Deadline deadline = Deadline.in(limit);
        open.alone(channels -> {
            channels.forEach(MachineChannel::stopWriters);
            try {
                hold(channels, action, deadline);
            } finally {
                channels.forEach(MachineChannel::letWritersGoOn);
            }
        });
    }

    /** Whatever fails first is told, also where processes cannot go on afterwards. */
    private void hold(List<MachineChannel> channels, Standstill action, Deadline deadline) throws IOException {
        List<MachineChannel> held = List.of();
        try {
            ask(deadline.remaining(), "hold");
            held = OpenChannels.hold(channels, deadline);
            action.run();
        } catch (IOException | RuntimeException e) {
            try {
                goOn(held);
            } catch (IOException | RuntimeException next) {
                e.addSuppressed(next);
            }
            throw e;
        }
        goOn(held);
    }

    /** Takes what time it needs: processes that were held must not stay so. */
    private void goOn(List<MachineChannel> held) throws IOException {
        try (Connection connection = greet(Deadline.in(LONGEST))) {
            connection.ask(fields(List.of("release")), LONGEST);
            for (MachineChannel channel : held) {
                channel.goOn(begin(LONGEST, List.of("return", String.valueOf(channel.number())))
                        .connection());
            }
        } catch (IOException | RuntimeException e) {
            held.forEach(MachineChannel::lose);
            throw e;
        }
    }

    /**
     * Returns a connection on which the machine has answered. The kernel of a copy that has just begun drops all connections of the
     * saved machine, and may take one that came early for one of those: nobody is told of that, so what is not answered is tried
     * again.
     */
    private Connection greet(Deadline deadline) throws IOException {
        for (Duration patience = FIRST_PATIENCE; ; patience = patience.multipliedBy(2)) {
            Duration left = deadline.remaining();
            try {
                return begin(patience.compareTo(left) < 0 ? patience : left, List.of("hello"))
                        .connection();
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

    /** Kills a command with all that it has started; see {@code GuestRuntime.kill}. */
    void kill(String supervisor, String mark, String command) throws IOException {
        ask(LONGEST, "kill", supervisor, mark, command);
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
            conversation.connection().close();
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
        Connection connection =
                begin(LONGEST, List.of("pack", apart ? "apart" : "linked")).connection();
        return new ChannelStream(follow(connection, false, () -> {}));
    }

    /**
     * Puts the files of such a stream in place, whether the root is closed to others or not.
     *
     * @throws IOException if the stream cannot be read, the machine cannot make one of them, or the time is up
     */
    public void unpack(InputStream archive, Duration limit) throws IOException {
        MachineChannel channel = follow(begin(limit, List.of("unpack")).connection(), false, () -> {});
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
        return open.add(ended -> follow(begin(LONGEST, words).connection(), process.terminal() != null, ended));
    }

    /** A connection on which something was asked for, and done. */
    private record Conversation(Connection connection, String answer) {}

    private Conversation begin(Duration limit, List<String> words) throws IOException {
        return open.whileSomeAreOpen(() -> {
            Deadline deadline = Deadline.in(limit);
            Connection connection = new Connection(machine.connect(limit));
            return new Conversation(connection, connection.ask(fields(words), deadline.remaining()));
        });
    }

    private List<String> fields(List<String> words) {
        List<String> fields = new ArrayList<>(List.of(token));
        fields.addAll(words);
        return fields;
    }

    private MachineChannel follow(Connection connection, boolean terminal, Runnable ended) {
        return MachineChannel.follow(connection, terminal, processes.incrementAndGet(), ended);
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

    private static String hex(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
