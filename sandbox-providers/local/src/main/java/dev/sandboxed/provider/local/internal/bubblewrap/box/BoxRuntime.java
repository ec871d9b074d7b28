package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.folder.internal.disk.SizedFolder;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.guest.exec.GuestProcess;
import dev.sandboxed.guest.exec.GuestRuntime;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.guest.internal.exec.GuestEndings;
import dev.sandboxed.linux.internal.proc.AddressSpace;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** Starts processes in a box by asking its first process for them, and says what became of those that are lost. */
public final class BoxRuntime implements GuestRuntime {

    /** What dies together with its box may be noticed before the box. */
    private static final Duration LAG = Duration.ofMillis(100);

    private final Box box;
    private final Doors doors;
    private final SizedFolder disk;
    private final GuestEndings endings;
    private volatile BiConsumer<String, TerminalSize> resizing = (terminal, size) -> {};

    /**
     * Serves a box.
     *
     * @param disk where its files are
     * @param limits what it was given
     * @param fault begins the description of what went wrong there
     */
    public BoxRuntime(Box box, Doors doors, SizedFolder disk, Limits limits, Function<String, Fault> fault) {
        this.box = box;
        this.doors = doors;
        this.disk = disk;
        this.endings = new GuestEndings(limits, fault);
    }

    /** Says how terminals change their size; until then they do not. */
    public void resizeWith(BiConsumer<String, TerminalSize> how) {
        this.resizing = how;
    }

    /**
     * Starts the first supervisor. It need not be a shell of its own, since that of the first process knows the script, nor
     * have a session of its own, since nobody else is in that of the first process.
     */
    public GuestChannel startFirst(String word) throws IOException {
        return open(SupervisorScript.admitted(word));
    }

    @Override
    public GuestChannel start(GuestProcess process) throws IOException {
        PipeChannel pipes = open(StartLine.of(process));
        return process.terminal() == null
                ? pipes
                : new TerminalChannel(pipes, (terminal, size) -> resizing.accept(terminal, size));
    }

    /** A box that ends takes its doors with it, and that is then why one cannot be opened. */
    private PipeChannel open(String shell) throws IOException {
        if (!box.isAlive()) {
            throw gone();
        }
        try {
            return doors.open(box, AddressSpace.before(endings.limits()) + shell);
        } catch (IOException e) {
            if (box.awaitEnd(LAG).isPresent()) {
                throw gone();
            }
            throw e;
        }
    }

    @Override
    public boolean isAlive() {
        return box.isAlive();
    }

    @Override
    public boolean isDiskFull() {
        return disk.isFull();
    }

    /** As long as its box lives, a process that did not say how it ended was killed. */
    @Override
    public Ending explain(GuestChannel lost, String printed) {
        if (box.awaitEnd(LAG).isPresent()) {
            throw gone();
        }
        return Ending.signaled(Signal.KILL);
    }

    private RuntimeException gone() {
        boolean memory = endings.limits().memory().isPresent() && box.ranOutOfMemory();
        return memory ? endings.outOfMemory() : endings.gone(why());
    }

    /** Returns how the box ended, in the words of bubblewrap where it had any. */
    public String why() {
        String ending = box.awaitEnd(Duration.ZERO).map(String::valueOf).orElse("is gone");
        return "its first process " + ending + (box.lastWords().isEmpty() ? "" : ", which said: " + box.lastWords());
    }
}
