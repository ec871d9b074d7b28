package dev.sandboxed.provision.internal.release;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.provision.plan.Finding.Fetchable;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionListener;
import dev.sandboxed.provision.plan.ProvisionSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The folder of the user in which programs are kept that were fetched: {@code NAME/VERSION/NAME} is the program, {@code bin/NAME}
 * leads to it. One process at a time fetches a program; another one waits, and finds it.
 */
public final class ToolFolder {

    private final ProvisionSettings settings;
    private final Downloads downloads;
    private final ProvisionListener listener;

    public ToolFolder(ProvisionSettings settings, ProvisionListener listener) {
        this.settings = settings;
        this.downloads = new Downloads(settings.environment(), listener);
        this.listener = listener;
    }

    /**
     * Fetches a program, verifies it, and puts it where providers find it.
     *
     * @throws ProvisionException if it cannot be had or is not what it should be; what was there before is as it was
     */
    public void install(Fetchable wanted) {
        String name = wanted.program().name();
        Path home = settings.tools().resolve(name).resolve(wanted.version());
        try {
            Files.createDirectories(home);
            try (FileChannel lock =
                    FileChannel.open(home.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                // Given back when the file is closed.
                lock.lock();
                if (!isThere(home.resolve(name), wanted)) {
                    fetch(wanted, home);
                }
                lead(name, wanted.version());
            }
        } catch (IOException e) {
            throw new ProvisionException(Fault.of("Cannot put " + name + " into " + home + ": " + e)
                    .remedy("make room and see that the folder can be written, or choose another one with"
                            + " sandbox.toolsDir")
                    .cause(e));
        }
        listener.done(name + " " + wanted.version() + " is in " + settings.programs());
    }

    /** Returns whether a program is one of a version that was installed here. */
    public static boolean leadsTo(Path program, String version) {
        try {
            return Files.isExecutable(program)
                    && Files.readSymbolicLink(program)
                            .equals(target(program.getFileName().toString(), version));
        } catch (IOException notOurs) {
            return false;
        }
    }

    /** Returns where a program is, seen from the folder that leads to all of them. */
    private static Path target(String name, String version) {
        return Path.of("..", name, version, name);
    }

    private static boolean isThere(Path file, Fetchable wanted) throws IOException {
        return Files.exists(file) && Sha512.of(file).equals(wanted.sha512());
    }

    private void fetch(Fetchable wanted, Path home) throws IOException {
        Path part = home.resolve(".part");
        listener.begun("fetching " + wanted.from());
        downloads.fetch(wanted, part);
        String actual = Sha512.of(part);
        if (!actual.equals(wanted.sha512())) {
            Files.delete(part);
            throw new ProvisionException(Fault.of("What came from " + wanted.from() + " is not what it should be: its"
                            + " SHA-512 is " + actual + ", and " + wanted.sha512() + " was expected. It is deleted")
                    .remedy("find out who changed it; if it is meant, name the file with sandbox.provision."
                            + wanted.program().name() + ".url and .sha512"));
        }
        Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(part, home.resolve(wanted.program().name()), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Replaced in one step: whoever starts the program at this moment gets the old one or the new one. */
    private void lead(String name, String version) throws IOException {
        Files.createDirectories(settings.programs());
        Path link = settings.programs().resolve(name);
        Path fresh = settings.programs().resolve("." + name + ".new");
        Files.deleteIfExists(fresh);
        Files.createSymbolicLink(fresh, target(name, version));
        Files.move(fresh, link, StandardCopyOption.ATOMIC_MOVE);
    }
}
