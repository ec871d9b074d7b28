package dev.sandboxed.provider.remote.internal.e2b.envd;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.files.GuestArchives;
import dev.sandboxed.guest.internal.files.CommandArchives;
import dev.sandboxed.guest.internal.tar.TarFeed;
import dev.sandboxed.guest.internal.tar.TarItem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Archives that travel as files of the daemon where they are large: the streams of a process carry its bytes in text, a third
 * longer and piece by piece. What is small, and a tree that is fetched, comes through the guest's own {@code tar} alone, which
 * takes fewer requests and no room inside.
 */
public final class DaemonArchives implements GuestArchives {

    /** From here on it pays. */
    static final int LARGE = 512 * 1024;

    /** What every archive has at least, and no description of a file. */
    private static final int SMALLEST_ARCHIVE = 512;

    /** Describes a large plain file, which the daemon can hand out, and packs everything else. */
    private static final String PACK_OR_DESCRIBE = """
            if [ -f "$1/$2" ] && [ ! -L "$1/$2" ] && [ "$(stat -c %s -- "$1/$2")" -ge "$3" ]; then
                exec stat -c '%s %a %u %g' -- "$1/$2"
            fi
            exec tar -c -f - -C "$1" -- "$2"
            """;

    private static final String UNPACK = """
            tar -x -p -o -f "$1" -C "$2"
            code=$?
            rm -f "$1"
            exit $code
            """;

    private final Daemon daemon;
    private final @Nullable String user;
    private final GuestCommands commands;
    private final CommandArchives small;

    /**
     * Uses a daemon where that helps.
     *
     * @param user whom commands run as, if not whom the daemon chooses
     * @param commands runs commands in the same sandbox
     */
    public DaemonArchives(Daemon daemon, @Nullable String user, GuestCommands commands) {
        this.daemon = daemon;
        this.user = user;
        this.commands = commands;
        this.small = new CommandArchives(commands::run, command -> commands.start(command, result -> {}));
    }

    @Override
    public InputStream fetch(String path) throws IOException {
        InputStream told =
                small.packed(path, (parent, name) -> script(PACK_OR_DESCRIBE, parent, name, String.valueOf(LARGE)));
        byte[] start = told.readNBytes(SMALLEST_ARCHIVE);
        if (start.length == SMALLEST_ARCHIVE) {
            return new SequenceInputStream(new ByteArrayInputStream(start), told);
        }
        told.close();
        return new TarFeed(List.of(described(path, new String(start, StandardCharsets.US_ASCII).strip())));
    }

    private TarItem described(String path, String words) throws IOException {
        String[] facts = words.split(" ");
        try {
            long size = Long.parseLong(facts[0]);
            TarItem.Owner owner = new TarItem.Owner(Long.parseLong(facts[2]), Long.parseLong(facts[3]));
            String name = path.substring(path.lastIndexOf('/') + 1);
            return TarItem.file(name, owner, Integer.parseInt(facts[1], 8), size, () -> open(path, size));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("The guest describes '" + path + "' as '" + words + "'", e);
        }
    }

    /** A sandbox that is gone is told as such by whatever is tried next in it. */
    private InputStream open(String path, long size) throws IOException {
        try {
            return daemon.download(path, size);
        } catch (IOException e) {
            commands.run(Command.of("true"));
            throw e;
        }
    }

    @Override
    public void store(String directory, InputStream tar) throws IOException {
        byte[] start = tar.readNBytes(LARGE);
        if (start.length < LARGE || !daemon.version().takesBareFiles()) {
            small.store(directory, new SequenceInputStream(new ByteArrayInputStream(start), tar));
            return;
        }
        String archive = "/tmp/.sandboxed-" + UUID.randomUUID();
        try {
            daemon.upload(archive, user, new SequenceInputStream(new ByteArrayInputStream(start), tar));
        } catch (IOException e) {
            commands.run(Command.of("rm", "-f", archive));
            throw e;
        }
        ExecResult result = commands.run(script(UNPACK, archive, directory));
        if (!result.succeeded()) {
            throw CommandArchives.failed("unpack", result);
        }
    }

    private static Command script(String script, String... arguments) {
        return Command.of(Stream.concat(Stream.of("/bin/sh", "-c", script, "sh"), Stream.of(arguments))
                .toList());
    }
}
