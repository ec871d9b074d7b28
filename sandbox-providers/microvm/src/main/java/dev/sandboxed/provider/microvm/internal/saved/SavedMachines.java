package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.provider.microvm.internal.channel.Listener;
import dev.sandboxed.provider.microvm.internal.drive.MadeOnce;
import dev.sandboxed.provider.microvm.internal.drive.SparseCopy;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.SavedMachine;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Machines that have booted and were prepared, in a folder that all processes of a user share. The first of a kind takes as long
 * as its kernel does, and is saved; all sandboxes begin as copies of it.
 */
public final class SavedMachines {

    /** What the folder is called, in that of a sandbox, of a machine that is to be saved. */
    public static final String BOOT = "boot";

    private static final Logger LOG = System.getLogger(SavedMachines.class.getName());

    private final SavedRoom room;
    private final BootedMachines booted;

    /**
     * Keeps them in a folder.
     *
     * @param most how much they may take together; those that were not used for the longest time make room for others
     */
    public SavedMachines(MadeOnce made, DataSize most) {
        this.room = new SavedRoom(made, most);
        this.booted = new BootedMachines(room, MissedBoots.in(made.folder()));
    }

    /**
     * A machine that goes on where a saved one was.
     *
     * @param listener what to talk to in it
     * @param supervisor the streams of the supervisor that waited in it
     * @param word what the supervisor marks its words with
     * @param origin all that the saved one depended on
     */
    public record Restored(Machine machine, Listener listener, GuestChannel supervisor, String word, String origin) {}

    /**
     * Starts a machine, from a saved one; prepares and saves one if there is none. One that cannot be restored is damaged, and is
     * made anew.
     *
     * @param preparation what is done before it is saved
     */
    public Restored start(WantedMachine wanted, Preparation preparation) throws IOException {
        String origin = wanted.origin(preparation);
        MadeOnce.Maker maker = place -> inFolder(wanted, inside -> prepare(inside, preparation, place));
        if (!room.made().has(SavedRoom.PREPARED, origin)) {
            inFolder(wanted, booted::prepare);
            room.make(wanted.plan().memory().bytes());
        }
        Path folder = room.made().get(SavedRoom.PREPARED, origin, wanted.deadline(), maker);
        try {
            return restore(wanted, origin, folder);
        } catch (IOException | SandboxException e) {
            wanted.requireTime(e);
            LOG.log(Level.WARNING, "The saved machine at '" + folder + "' cannot be used and is made anew", e);
            room.made().remove(folder);
            Files.deleteIfExists(wanted.changes());
            return restore(wanted, origin, room.made().get(SavedRoom.PREPARED, origin, wanted.deadline(), maker));
        }
    }

    private void prepare(WantedMachine wanted, Preparation preparation, Path place) throws IOException {
        try (BootedMachines.Started started = booted.start(wanted)) {
            Listener listener = started.listener();
            String word = preparation.prepare(started.machine(), listener);
            // By the one who waits, who has then done once what every copy does first.
            listener.settle(wanted.plan().id(), wanted.deadline().remaining());
            listener.flush();
            SavedMachine saved = new SavedMachine(Files.createDirectory(place));
            started.machine().save(saved, wanted.deadline());
            Files.move(wanted.changes(), saved.changes());
            SavedNote.of(saved, wanted.origin(preparation), listener.token(), word)
                    .write(saved);
        }
    }

    /** Makes something that is to be saved. */
    @FunctionalInterface
    private interface Making {
        void of(WantedMachine wanted) throws IOException;
    }

    /** In the folder of the sandbox, which is removed with all its processes if we are killed. */
    private static void inFolder(WantedMachine wanted, Making making) throws IOException {
        Path folder = Files.createDirectory(wanted.plan().folder().resolve(BOOT));
        try {
            making.of(wanted.in(folder));
        } finally {
            FolderRemoval.remove(folder);
        }
    }

    /** A machine on the kernel of this very host would be none. */
    static void requireOwnKernel(String boot) {
        if (boot.isEmpty() || boot.equals(ProcessWorld.current().boot())) {
            throw new SandboxStartException(
                    Fault.of("What was started is no machine with a kernel of its own: its boot id is '" + boot + "'")
                            .remedy("look at what the setting 'program' or the path names: it runs something else"));
        }
    }

    private static Restored restore(WantedMachine wanted, String origin, Path folder) throws IOException {
        SavedMachine saved = new SavedMachine(folder);
        SavedNote note = SavedNote.ofIntact(saved, origin);
        SparseCopy.of(saved.changes(), wanted.changes());
        Machine machine = wanted.monitor().restore(wanted.plan(), saved, wanted.deadline());
        try {
            Listener listener = new Listener(machine, note.token());
            Listener.Owned owned = listener.own(wanted.plan().id(), wanted.timeToAnswer());
            requireOwnKernel(owned.boot());
            return new Restored(machine, listener, owned.waiting(), note.word(), origin);
        } catch (IOException | RuntimeException e) {
            machine.close();
            throw e;
        }
    }
}
