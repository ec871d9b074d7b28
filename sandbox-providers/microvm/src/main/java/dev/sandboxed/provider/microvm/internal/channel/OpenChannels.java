package dev.sandboxed.provider.microvm.internal.channel;

import dev.sandboxed.api.spi.Deadline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** The channels to the processes of a machine, so that all of them can be held. None is opened meanwhile. */
final class OpenChannels {

    /** As many as the machine can hold. */
    private static final int MOST = 256;

    private final Set<MachineChannel> channels = ConcurrentHashMap.newKeySet();
    private final ReadWriteLock gate = new ReentrantReadWriteLock();

    /** Opens a channel, which says when it has ended. */
    @FunctionalInterface
    interface Opening {
        MachineChannel open(Runnable ended) throws IOException;
    }

    /** What to ask of the machine. */
    @FunctionalInterface
    interface Question<T> {
        T ask() throws IOException;
    }

    /** What to do with all channels. */
    @FunctionalInterface
    interface Holding {
        void with(List<MachineChannel> all) throws IOException;
    }

    /** Asks something, unless they are held; waits then. */
    <T> T whileSomeAreOpen(Question<T> question) throws IOException {
        gate.readLock().lock();
        try {
            return question.ask();
        } finally {
            gate.readLock().unlock();
        }
    }

    /** Opens one more, unless they are held; waits then. */
    MachineChannel add(Opening opening) throws IOException {
        return whileSomeAreOpen(() -> {
            MachineChannel channel = opening.open(this::removeEnded);
            channels.add(channel);
            removeEnded();
            return channel;
        });
    }

    private void removeEnded() {
        channels.removeIf(MachineChannel::hasEnded);
    }

    /**
     * Does something with all of them, while none is opened.
     *
     * @throws IOException if there are too many to hold them
     */
    void alone(Holding holding) throws IOException {
        gate.writeLock().lock();
        try {
            List<MachineChannel> all = List.copyOf(channels);
            if (all.size() > MOST) {
                throw new IOException(
                        "More commands run than can be held: " + all.size() + ", and " + MOST + " can be");
            }
            holding.with(all);
        } finally {
            gate.writeLock().unlock();
        }
    }

    /**
     * Holds them.
     *
     * @return those that are held, and have not ended
     * @throws IOException if one does not let go of its connection; nobody has a process of the machine any more then
     */
    static List<MachineChannel> hold(List<MachineChannel> all, Deadline deadline) throws IOException {
        try {
            all.forEach(MachineChannel::hold);
            List<MachineChannel> held = new ArrayList<>();
            for (MachineChannel channel : all) {
                if (channel.awaitHeld(deadline)) {
                    held.add(channel);
                }
            }
            return held;
        } catch (IOException | RuntimeException e) {
            all.forEach(MachineChannel::lose);
            throw e;
        }
    }
}
