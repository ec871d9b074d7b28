package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.provider.microvm.internal.channel.Listener;
import dev.sandboxed.provider.microvm.internal.drive.SparseCopy;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.MachinePlan;
import dev.sandboxed.provider.microvm.internal.machine.SavedMachine;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Machines that have booted, and have done nothing else. The specs of a test plan mostly differ in what is done afterwards, so
 * that one boot is enough for all of them.
 *
 * @param room the folder, and how much there may be in it
 * @param missed remembers those that did not come up
 */
record BootedMachines(SavedRoom room, MissedBoots missed) {

    private static final Logger LOG = System.getLogger(BootedMachines.class.getName());

    /** A machine that has just booted, or goes on from there, and can be saved. */
    record Started(Machine machine, Listener listener) implements AutoCloseable {
        @Override
        public void close() {
            machine.close();
        }
    }

    /**
     * Boots and saves one, unless that was done, or there is no room for it beside the machine that is to be made from it. Whoever
     * calls this holds nothing that others wait for: a boot takes long.
     *
     * @param wanted its folder is there, and nothing in it
     * @throws IOException if the machine does not boot; that it cannot be saved is no failure
     */
    void prepare(WantedMachine wanted) throws IOException {
        String origin = wanted.origin();
        long memory = wanted.plan().memory().bytes();
        if (!room.hasFor(2 * memory) || room.made().has(SavedRoom.BOOTED, origin)) {
            return;
        }
        room.make(memory);
        AtomicBoolean up = new AtomicBoolean();
        try {
            room.made().get(SavedRoom.BOOTED, origin, wanted.deadline(), place -> {
                try (Started started = boot(wanted)) {
                    up.set(true);
                    save(started, wanted, place);
                }
            });
        } catch (IOException | SandboxException e) {
            wanted.requireTime(e);
            if (!up.get()) {
                throw e;
            }
            LOG.log(Level.WARNING, "A machine that has booted cannot be saved; the next boots, too", e);
        }
    }

    /**
     * Starts a machine that goes on from a boot that was saved; boots if there is none, or if it cannot be restored: then it is
     * damaged, and removed.
     *
     * @param wanted its folder is there, and nothing in it
     * @throws IOException if the monitor does not answer, or its folder cannot be used
     */
    Started start(WantedMachine wanted) throws IOException {
        String origin = wanted.origin();
        if (!room.made().has(SavedRoom.BOOTED, origin)) {
            return boot(wanted);
        }
        Path folder = room.made().place(SavedRoom.BOOTED, origin);
        try {
            return restore(wanted, folder);
        } catch (IOException | SandboxException e) {
            wanted.requireTime(e);
            LOG.log(Level.WARNING, "The machine at '" + folder + "' that had booted cannot be used; another boots", e);
            // Not as others remove it, by waiting for its lock: what waits for us would wait for a boot.
            FolderRemoval.remove(folder);
            // Whatever the attempt has left is not what a machine shall boot with.
            FolderRemoval.remove(wanted.plan().folder());
            Files.createDirectory(wanted.plan().folder());
            return boot(wanted);
        }
    }

    private Started boot(WantedMachine wanted) throws IOException {
        wanted.drive().maker().make(wanted.changes());
        MachinePlan plan = wanted.plan();
        Deadline deadline = wanted.deadline();
        return settled(
                missed.watch(
                        wanted.monitor(),
                        plan.kernel(),
                        deadline,
                        () -> wanted.monitor().boot(plan, deadline)),
                "",
                wanted,
                deadline.remaining());
    }

    private static void save(Started started, WantedMachine wanted, Path place) throws IOException {
        SavedMachine saved = new SavedMachine(Files.createDirectory(place));
        started.listener().flush();
        started.machine().save(saved, wanted.deadline());
        Files.move(wanted.changes(), saved.changes());
        SavedNote.of(saved, wanted.origin(), started.listener().token(), "").write(saved);
    }

    private static Started restore(WantedMachine wanted, Path folder) throws IOException {
        SavedMachine saved = new SavedMachine(folder);
        SavedNote note = SavedNote.ofIntact(saved, wanted.origin());
        SparseCopy.of(saved.changes(), wanted.changes());
        Machine machine = wanted.monitor().restoreToSave(wanted.plan(), saved, wanted.deadline());
        return settled(machine, note.token(), wanted, wanted.timeToAnswer());
    }

    private static Started settled(Machine machine, String token, WantedMachine wanted, Duration limit)
            throws IOException {
        try {
            Listener listener = new Listener(machine, token);
            listener.settle(wanted.plan().id(), limit);
            return new Started(machine, listener);
        } catch (IOException | RuntimeException e) {
            machine.close();
            throw e;
        }
    }
}
