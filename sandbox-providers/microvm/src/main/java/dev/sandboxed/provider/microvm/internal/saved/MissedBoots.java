package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.folder.internal.store.Checksum;
import dev.sandboxed.folder.internal.store.JsonFile;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.provider.microvm.internal.drive.GuestKernel;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.Monitor;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Remembers which machines did not come up, until the host is started again. A host can have a KVM that answers every question and
 * carries no machine; to find that out takes as long as a creation may, and nobody should wait for it twice.
 *
 * @param folder where notes are kept; it need not be there
 * @param leastWait who has waited for less knows nothing: most machines take a few seconds
 */
public record MissedBoots(Path folder, Duration leastWait) {

    private static final Logger LOG = System.getLogger(MissedBoots.class.getName());

    /** What is remembered: in which boot of the host, and how long somebody waited. */
    private record Note(String host, long seconds) {}

    /** Starts a machine. */
    @FunctionalInterface
    public interface Boot {
        Machine start() throws IOException;
    }

    /** Keeps those who start machines in the folder of what is made for them. */
    public static MissedBoots in(Path folder) {
        return new MissedBoots(folder, Duration.ofSeconds(30));
    }

    /** Starts a machine, and remembers it if it has not come up when the time is over. */
    public Machine watch(Monitor monitor, GuestKernel kernel, Deadline deadline, Boot boot) throws IOException {
        long began = System.nanoTime();
        Path note = note(monitor, kernel);
        try {
            Machine machine = boot.start();
            Files.deleteIfExists(note);
            return machine;
        } catch (IOException | RuntimeException e) {
            Duration waited = Duration.ofNanos(System.nanoTime() - began);
            if (deadline.hasPassed() && waited.compareTo(leastWait) >= 0) {
                remember(note, waited);
            }
            throw e;
        }
    }

    private static void remember(Path note, Duration waited) {
        try {
            JsonFile.write(note, new Note(ProcessWorld.current().boot(), waited.toSeconds()));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "That a machine did not come up is not remembered", e);
        }
    }

    /** Returns how long somebody has waited for such a machine in vain since this host was started; empty if nobody has. */
    public Optional<Duration> of(Monitor monitor, GuestKernel kernel) {
        try {
            Path file = note(monitor, kernel);
            if (Files.exists(file)) {
                Note note = JsonFile.read(file, Note.class);
                if (note.host().equals(ProcessWorld.current().boot())) {
                    return Optional.of(Duration.ofSeconds(note.seconds()));
                }
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "A note of a machine that did not come up cannot be read", e);
        }
        return Optional.empty();
    }

    private Path note(Monitor monitor, GuestKernel kernel) throws IOException {
        return folder.resolve("missed-" + Checksum.of(monitor.fingerprint() + "\n" + kernel.fingerprint()));
    }
}
