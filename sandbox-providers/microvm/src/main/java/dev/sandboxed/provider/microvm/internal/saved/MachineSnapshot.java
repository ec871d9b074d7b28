package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.snapshot.SnapshotRejectedException;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.provider.microvm.internal.channel.Listener;
import dev.sandboxed.provider.microvm.internal.drive.SparseCopy;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.SavedMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A machine that was saved while commands ran in it. Others begin where it was, and it goes on itself.
 *
 * @param folder where it lies
 */
public record MachineSnapshot(Path folder) {

    private static final Duration LONGEST = Duration.ofMinutes(5);

    /**
     * Saves a machine. Whoever talks to its commands waits meanwhile, and loses nothing.
     *
     * @param changes the drive that it writes to
     * @throws IOException if the monitor refuses, a command does not let go, or there is no room for it
     */
    public void take(SavedMachines.Restored restored, Path changes) throws IOException {
        Deadline deadline = Deadline.in(LONGEST);
        SavedMachine saved = new SavedMachine(Files.createDirectory(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
        Listener listener = restored.listener();
        listener.withoutConnections(() -> save(restored.machine(), saved, changes, deadline), LONGEST);
        SavedNote.of(saved, restored.origin(), listener.token(), "").write(saved);
    }

    private static void save(Machine machine, SavedMachine saved, Path changes, Deadline deadline) throws IOException {
        try {
            machine.save(saved, deadline);
            SparseCopy.of(changes, saved.changes());
        } catch (IOException | RuntimeException e) {
            try {
                machine.goOn(deadline);
            } catch (IOException | RuntimeException alsoThat) {
                e.addSuppressed(alsoThat);
            }
            throw e;
        }
        machine.goOn(deadline);
    }

    /**
     * Starts a machine that goes on where the saved one was.
     *
     * @param preparation what the sandbox wants of it; nothing of that is done, since all of it was
     * @throws SnapshotRejectedException if the sandbox would have another machine than the saved one
     * @throws IOException if it cannot be started, or does not answer
     */
    public SavedMachines.Restored restore(WantedMachine wanted, Preparation preparation) throws IOException {
        SavedMachine saved = new SavedMachine(folder);
        SavedNote note = SavedNote.read(saved);
        requireSame(note.origin(), wanted.origin(preparation));
        SparseCopy.of(saved.changes(), wanted.changes());
        Machine machine = wanted.monitor().restore(wanted.plan(), saved, wanted.deadline());
        try {
            Listener listener = new Listener(machine, note.token());
            SavedMachines.requireOwnKernel(
                    listener.adopt(wanted.plan().id(), wanted.deadline().remaining()));
            String word = SupervisorScript.word();
            return new SavedMachines.Restored(
                    machine, listener, preparation.supervise(machine, listener, word), word, note.origin());
        } catch (IOException | RuntimeException e) {
            machine.close();
            throw e;
        }
    }

    private static void requireSame(String saved, String wanted) {
        if (saved.equals(wanted)) {
            return;
        }
        List<String> there = new ArrayList<>(saved.lines().toList());
        List<String> asked = new ArrayList<>(wanted.lines().toList());
        there.removeAll(wanted.lines().toList());
        asked.removeAll(saved.lines().toList());
        throw new SnapshotRejectedException(
                Fault.of("The snapshot cannot be restored: its processes go on in a machine with " + there
                                + ", and the sandbox would have one with " + asked)
                        .remedy(
                                "restore it with the limits, image, workdir and user of the sandbox that it was taken of, and with"
                                        + " the same monitor and kernel, on this host; or take one without memory"));
    }
}
