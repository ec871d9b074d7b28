package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.folder.internal.store.FolderRemoval;
import dev.sandboxed.guest.exec.GuestChannel;
import dev.sandboxed.linux.internal.host.HostProcessor;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.provider.microvm.internal.channel.Listener;
import dev.sandboxed.provider.microvm.internal.drive.MadeOnce;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.MachinePlan;
import dev.sandboxed.provider.microvm.internal.machine.Monitor;
import dev.sandboxed.provider.microvm.internal.machine.SavedMachine;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Machines that have booted, in a folder that all processes of a user share. The first of a kind takes as long as its kernel
 * does, and is saved; all sandboxes begin as copies of it.
 *
 * @param made the folder
 * @param most how much they may take together; those that were not used for the longest time make room for others
 * @param missed remembers those that did not come up
 */
public record SavedMachines(MadeOnce made, DataSize most, MissedBoots missed) {

    /** What the folder is called, in that of a sandbox, of a machine that is to be saved. */
    public static final String BOOT = "boot";

    private static final Logger LOG = System.getLogger(SavedMachines.class.getName());
    private static final String NAME = "saved";

    /**
     * A machine that goes on where a saved one was.
     *
     * @param listener what to talk to in it
     * @param supervisor the streams of the supervisor that waited in it
     * @param word what the supervisor marks its words with
     * @param origin all that the saved one depended on
     */
    public record Restored(Machine machine, Listener listener, GuestChannel supervisor, String word, String origin) {}

    /** Makes the drive that a machine writes to. */
    @FunctionalInterface
    public interface Drive {
        void make(Path place) throws IOException;
    }

    /**
     * Starts a machine, from a saved one; boots and saves one if there is none. One that cannot be restored is damaged, and is
     * made anew.
     *
     * @param drive makes the drive that the machine to save writes to
     * @param preparation what is done before it is saved
     */
    public Restored start(Monitor monitor, MachinePlan plan, Drive drive, Preparation preparation, Deadline deadline)
            throws IOException {
        String origin = origin(monitor, plan, preparation);
        MadeOnce.Maker maker = place -> boot(monitor, plan, drive, preparation, origin, place, deadline);
        Path folder = made.get(NAME, origin, maker);
        try {
            return restore(monitor, plan, origin, folder, deadline);
        } catch (IOException | SandboxException e) {
            requireTime(deadline, e);
            LOG.log(Level.WARNING, "The saved machine at '" + folder + "' cannot be used and is made anew", e);
            made.remove(folder);
            Files.deleteIfExists(plan.folder().resolve(MachinePlan.CHANGES));
            return restore(monitor, plan, origin, made.get(NAME, origin, maker), deadline);
        }
    }

    private static void requireTime(Deadline deadline, Exception failure) {
        try {
            deadline.check("restoring the machine");
        } catch (SandboxException e) {
            e.addSuppressed(failure);
            throw e;
        }
    }

    /** Returns all that a saved machine depends on, a line each. */
    static String origin(Monitor monitor, MachinePlan plan, Preparation preparation) throws IOException {
        return String.join(
                "\n",
                monitor.fingerprint(),
                plan.kernel().fingerprint(),
                plan.initramfs().toString(),
                plan.image().toString(),
                plan.processors() + " " + plan.memoryMebibytes(),
                plan.link().isPresent() ? "a network" : "no network",
                preparation.origin(),
                HostProcessor.description());
    }

    private void boot(
            Monitor monitor,
            MachinePlan plan,
            Drive drive,
            Preparation preparation,
            String origin,
            Path place,
            Deadline deadline)
            throws IOException {
        SavedMachine saved = new SavedMachine(Files.createDirectory(place));
        // In the folder of the sandbox, which is removed with all its processes if we are killed.
        Path folder = Files.createDirectory(plan.folder().resolve(BOOT));
        drive.make(folder.resolve(MachinePlan.CHANGES));
        makeRoom(plan);
        try (Machine machine =
                missed.watch(monitor, plan.kernel(), deadline, () -> monitor.boot(plan.in(folder), deadline))) {
            Listener listener = new Listener(machine, "");
            listener.settle(plan.id(), deadline.remaining());
            String word = preparation.prepare(machine, listener);
            // By the one who waits, who has then done once what every copy does first.
            listener.settle(plan.id(), deadline.remaining());
            listener.flush();
            machine.save(saved, deadline);
            Files.move(folder.resolve(MachinePlan.CHANGES), saved.changes());
            SavedNote.of(saved, origin, listener.token(), word).write(saved);
        } finally {
            FolderRemoval.remove(folder);
        }
    }

    /** Removes those that were not used for the longest time, so that there is room for one more. */
    private void makeRoom(MachinePlan next) throws IOException {
        List<Path> newestFirst = new ArrayList<>(made.all(NAME));
        Map<Path, FileTime> used = new HashMap<>();
        for (Path folder : newestFirst) {
            used.put(folder, lastUse(folder));
        }
        newestFirst.sort(Comparator.comparing(used::get, Comparator.reverseOrder()));
        long sum = next.memory().bytes();
        for (Path folder : newestFirst) {
            sum += size(new SavedMachine(folder));
            if (sum > most.bytes()) {
                made.remove(folder);
            }
        }
    }

    private static FileTime lastUse(Path folder) throws IOException {
        try {
            return Files.getLastModifiedTime(folder);
        } catch (NoSuchFileException removedMeanwhile) {
            return FileTime.fromMillis(0);
        }
    }

    /** Returns what it takes, but for its drive, which is mostly holes. */
    private static long size(SavedMachine saved) throws IOException {
        return Files.exists(saved.memory()) ? Files.size(saved.memory()) : 0;
    }

    /** A machine on the kernel of this very host would be none. */
    static void requireOwnKernel(String boot) {
        if (boot.isEmpty() || boot.equals(ProcessWorld.current().boot())) {
            throw new SandboxStartException(
                    Fault.of("What was started is no machine with a kernel of its own: its boot id is '" + boot + "'")
                            .remedy("look at what the setting 'program' or the path names: it runs something else"));
        }
    }

    private static Restored restore(Monitor monitor, MachinePlan plan, String origin, Path folder, Deadline deadline)
            throws IOException {
        SavedMachine saved = new SavedMachine(folder);
        SavedNote note = SavedNote.read(saved);
        if (!note.origin().equals(origin) || !note.fits(saved)) {
            throw new IOException("it is not what was saved there");
        }
        Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
        SparseCopy.of(saved.changes(), plan.folder().resolve(MachinePlan.CHANGES));
        Machine machine = monitor.restore(plan, saved, deadline);
        try {
            Listener listener = new Listener(machine, note.token());
            Listener.Owned owned = listener.own(plan.id(), deadline.remaining());
            requireOwnKernel(owned.boot());
            return new Restored(machine, listener, owned.waiting(), note.word(), origin);
        } catch (IOException | RuntimeException e) {
            machine.close();
            throw e;
        }
    }
}
