package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.linux.internal.cgroup.ControlGroup;
import dev.sandboxed.linux.internal.libc.PosixException;
import dev.sandboxed.linux.internal.mount.MountNamespace;
import dev.sandboxed.linux.internal.mount.Overlay;
import dev.sandboxed.linux.internal.proc.Signals;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.internal.posix.Child;
import dev.sandboxed.process.internal.posix.ChildIo;
import dev.sandboxed.process.internal.posix.Wakeup;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * A running bubblewrap, and one thread that starts it, talks to its first process and waits for its end.
 *
 * <p>The thread must live as long as the box: the kernel kills a process that dies with its parent as soon as the thread
 * that started it is gone, whether or not the JVM goes on.
 */
public final class Box {

    private static final Logger LOG = System.getLogger(Box.class.getName());

    private static final Map<String, String> ENVIRONMENT = Map.of("PATH", HostPrograms.USUAL_PATH);
    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final Duration LAST_WORDS = Duration.ofMillis(50);
    private static final Duration DEATH = Duration.ofSeconds(5);

    private final BoxFolder folder;
    private final ControlGroup group;
    private final Wakeup wakeup;
    private final DoorNumbers numbers = new DoorNumbers();
    private final LastWords words = new LastWords();
    private final CompletableFuture<Boolean> prepared = new CompletableFuture<>();
    private final CompletableFuture<Child> started = new CompletableFuture<>();
    private final CompletableFuture<Ending> ended = new CompletableFuture<>();
    private final List<Runnable> lastActions = new ArrayList<>();
    private boolean over;
    private volatile boolean outOfMemory;

    private Box(BoxFolder folder, ControlGroup group) throws PosixException {
        this.folder = folder;
        this.group = group;
        this.wakeup = new Wakeup();
    }

    /** What is to be done before bubblewrap is started. */
    @FunctionalInterface
    interface Preparation {

        void run() throws IOException;
    }

    /**
     * Start it.
     *
     * @param argv what joins the control group and becomes bubblewrap
     * @param group what it joins
     * @param refused told the numbers of doors at which nothing could be started
     * @param preparation makes what bubblewrap is to find, while the thread sees to the overlays
     * @throws IOException if the preparation fails, or no process can be started
     */
    static Box start(
            List<String> argv, ControlGroup group, BoxFolder folder, IntConsumer refused, Preparation preparation)
            throws IOException {
        Box box = new Box(folder, group);
        Thread thread = new Thread(
                () -> box.live(argv, refused), "sandboxed-box-" + folder.path().getFileName());
        thread.setDaemon(true);
        thread.start();
        try {
            preparation.run();
            box.prepared.complete(true);
        } finally {
            if (box.prepared.complete(false)) {
                // Whoever is told of the failure removes the folder, so nobody may write there any more.
                box.ended.join();
            }
        }
        try {
            box.started.join();
            return box;
        } catch (CompletionException e) {
            throw new IOException("No process can be started: " + e.getCause(), e);
        }
    }

    private void live(List<String> argv, IntConsumer refused) {
        Ending ending = Ending.signaled(Signal.KILL);
        try (wakeup;
                Child child = begin(argv)) {
            started.complete(child);
            try (ChildIo io = new ChildIo(child, numbers, new Refusals(refused), words, wakeup)) {
                io.begin();
                Optional<Ending> end = child.poll();
                while (end.isEmpty()) {
                    io.round(FOR_EVER);
                    end = child.poll();
                }
                ending = end.get();
                io.drain(LAST_WORDS);
            }
        } catch (IOException | IllegalStateException e) {
            if (!started.completeExceptionally(e)) {
                LOG.log(Level.WARNING, "Lost sight of the first process of " + folder.path(), e);
            }
        } finally {
            // Asked now, since the group may be gone for whoever asks later.
            outOfMemory = group.outOfMemoryKills() > 0;
            ended.complete(ending);
            finish();
        }
    }

    /** What lies over the host's programs is mounted for bubblewrap alone, and is gone with it. */
    private Child begin(List<String> argv) throws IOException {
        List<Overlay> overlays = folder.overlays();
        if (overlays.isEmpty()) {
            return startWhenPrepared(argv);
        }
        folder.prepareOverlays();
        return MountNamespace.with(overlays, () -> startWhenPrepared(argv));
    }

    private Child startWhenPrepared(List<String> argv) throws PosixException {
        if (!prepared.join()) {
            throw new IllegalStateException("What bubblewrap needs could not be prepared");
        }
        return Child.start(argv, argv.get(0), ENVIRONMENT, folder.path());
    }

    /** Has a process started at a door. */
    void ask(int door) {
        numbers.add(door);
        wakeup.wake();
    }

    public boolean isAlive() {
        return !ended.isDone();
    }

    /** Has something done when it has ended, or at once if it has. */
    public void whenEnded(Runnable action) {
        synchronized (lastActions) {
            if (!over) {
                lastActions.add(action);
                return;
            }
        }
        action.run();
    }

    /** Done last, so that nobody who waits for the end has to wait for what is done then. */
    private void finish() {
        List<Runnable> actions;
        synchronized (lastActions) {
            over = true;
            actions = List.copyOf(lastActions);
        }
        for (Runnable action : actions) {
            try {
                action.run();
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "What is left of " + folder.path() + " could not all be removed", e);
            }
        }
    }

    /** Waits for its end for at most this long, whether or not somebody interrupts: what is to be removed must be dead. */
    Optional<Ending> awaitEnd(Duration longest) {
        return ended.copy()
                .orTimeout(longest.toNanos(), TimeUnit.NANOSECONDS)
                .handle((ending, late) -> Optional.ofNullable(ending))
                .join();
    }

    /** Returns whether processes of it had been killed for lack of memory by the time it ended. */
    boolean ranOutOfMemory() {
        return outOfMemory;
    }

    /** Returns the last that bubblewrap or its first process complained about. */
    String lastWords() {
        return words.text();
    }

    /**
     * Kills all processes inside; true when none is left. With its first process the kernel kills every other, and
     * bubblewrap ends only when that is done.
     */
    public boolean kill() {
        end();
        return awaitEnd(DEATH).isPresent();
    }

    /** Sees to it that it ends soon. */
    public void end() {
        OptionalInt first = folder.firstProcess();
        if (!isAlive()) {
            return;
        }
        if (first.isPresent()) {
            Signals.send(first.getAsInt(), Signal.KILL);
            group.letGo();
        } else {
            started.join().killGroup();
        }
    }
}
