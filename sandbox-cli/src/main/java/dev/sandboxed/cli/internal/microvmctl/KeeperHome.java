package dev.sandboxed.cli.internal.microvmctl;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;

/**
 * The folder of the keeper, which nobody but its user can enter: its socket, the secret that both sides know, a lock, and what it
 * has said.
 */
record KeeperHome(Path folder) {

    private static final Set<PosixFilePermission> OURS = PosixFilePermissions.fromString("rwx------");
    private static final SecureRandom RANDOM = new SecureRandom();

    static KeeperHome of(Configuration configuration) {
        return new KeeperHome(configuration.stateDirectory().toAbsolutePath().resolve("keeper"));
    }

    Path socket() {
        return folder.resolve("socket");
    }

    Path log() {
        return folder.resolve("log");
    }

    /** Returns whether somebody has made it. */
    boolean isThere() {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Makes it, if it is not there.
     *
     * @throws SandboxTransportException if it cannot be made, or others could have a hand in it
     */
    void make() {
        try {
            Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(OURS));
            boolean ours = Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getPosixFilePermissions(folder).equals(OURS)
                    && Files.getOwner(folder).equals(Files.getOwner(probe()));
            if (!ours) {
                throw new IOException("it belongs to others, or they may enter it");
            }
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** A new file belongs to us, whatever the folder is. */
    private Path probe() throws IOException {
        Path lock = folder.resolve("lock");
        try {
            Files.createFile(lock);
        } catch (FileAlreadyExistsException e) {
            // It was there before.
        }
        return lock;
    }

    /** Returns the secret, which is made up when it is first asked for. Only for whoever holds the lock. */
    String token() {
        Path file = folder.resolve("token");
        try {
            if (!Files.exists(file)) {
                byte[] bytes = new byte[24];
                RANDOM.nextBytes(bytes);
                Path draft = Files.createTempFile(folder, "token", null);
                Files.writeString(draft, HexFormat.of().formatHex(bytes));
                Files.move(draft, file);
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /**
     * Waits for the lock: shared by those who make sandboxes, exclusive for who starts or ends a keeper.
     *
     * @return what gives it back when it is closed
     */
    FileChannel lock(boolean shared) {
        try {
            FileChannel channel = FileChannel.open(
                    folder.resolve("lock"),
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.CREATE);
            channel.lock(0, Long.MAX_VALUE, shared);
            return channel;
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    SandboxTransportException unusable(IOException e) {
        return new SandboxTransportException(Fault.of("The folder '" + folder + "' of the keeper cannot be used: " + e)
                .remedy("make it a folder that only you can enter, or choose another with SANDBOX_STATE_DIR")
                .cause(e));
    }
}
