package dev.sandboxed.provision.internal.release;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.provision.internal.packages.Distribution;
import dev.sandboxed.provision.internal.packages.PackageFile;
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

/**
 * The folder of the user in which programs are kept that were fetched: {@code NAME/VERSION/NAME} is the program, or the folder that
 * a package was unpacked to, and {@code bin/NAME} leads to it. One process at a time gets a program; another one waits, and finds it.
 */
public final class ToolFolder {

    private final ProvisionSettings settings;
    private final ReleaseFile releases;
    private final UnpackedFolder packages;
    private final ProvisionListener listener;

    public ToolFolder(ProvisionSettings settings, ProvisionListener listener) {
        this.settings = settings;
        this.releases = new ReleaseFile(settings.environment(), listener);
        this.packages = new UnpackedFolder(listener);
        this.listener = listener;
    }

    /** Makes a program in its home, whole or not at all. */
    private interface Making {

        void into(Path home) throws IOException;
    }

    /**
     * Fetches a program, verifies it, and puts it where providers find it.
     *
     * @throws ProvisionException if it cannot be had or is not what it should be; what was there before is as it was
     */
    public void install(Fetchable wanted) {
        install(wanted.program().name(), wanted.version(), home -> releases.get(wanted, home));
    }

    /**
     * Fetches a package, verifies it, unpacks it, and puts the folder where providers find it.
     *
     * @param name what the folder is to be called
     * @throws ProvisionException if it cannot be had or is not what it should be; what was there before is as it was
     */
    public void install(String name, PackageFile wanted, Distribution distribution) {
        install(name, wanted.version(), home -> packages.get(wanted, distribution, home.resolve(name)));
    }

    private void install(String name, String version, Making making) {
        Path home = settings.tools().resolve(name).resolve(version);
        try {
            Files.createDirectories(home);
            try (FileChannel lock =
                    FileChannel.open(home.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                // Given back when the file is closed.
                lock.lock();
                making.into(home);
                lead(name, version);
            }
        } catch (IOException e) {
            throw new ProvisionException(Fault.of("Cannot put " + name + " into " + home + ": " + e)
                    .remedy("make room and see that the folder can be written, or choose another one with"
                            + " sandbox.toolsDir")
                    .cause(e));
        }
        listener.done(name + " " + version + " is in " + settings.programs());
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
