package dev.sandboxed.provider.docker.internal.container;

import com.github.dockerjava.api.exception.NotFoundException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Makes the user of a sandbox the owner of its workdir. The engine makes it for root, and root inside has no right to give anything
 * away; so it is done from outside, before the container runs.
 */
final class WorkdirOwner {

    private static final int WRITABLE_FOR_ALL = 0002;
    /** Whoever made the image may not have meant well. */
    private static final int MOST_ACCOUNTS = 1024 * 1024;

    private final Container container;
    private final String workdir;
    private final String user;

    private WorkdirOwner(Container container, String workdir, String user) {
        this.container = container;
        this.workdir = workdir;
        this.user = user;
    }

    /** Takes the user of the spec, or that of the image. */
    static WorkdirOwner of(Container container, ContainerPlan plan) {
        return new WorkdirOwner(container, plan.spec().workdir(), plan.user());
    }

    /** Changes the owner, unless the user could write there anyway. */
    void takeOver() throws IOException {
        Optional<Ids> ids = Ids.of(user, this::accounts);
        if (ids.isEmpty() || ids.get().uid() == 0 || workdir.equals("/")) {
            return;
        }
        TarArchiveEntry entry = first(workdir);
        if (entry.getLongUserId() == ids.get().uid() || (entry.getMode() & WRITABLE_FOR_ALL) != 0) {
            return;
        }
        entry.setIds(ids.get().uid(), ids.get().gid());
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(tar)) {
            out.putArchiveEntry(entry);
            out.closeArchiveEntry();
        }
        String parent = workdir.substring(0, Math.max(1, workdir.lastIndexOf('/')));
        container.unpack(parent, new ByteArrayInputStream(tar.toByteArray()));
    }

    private TarArchiveEntry first(String path) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(container.archive(path))) {
            TarArchiveEntry entry = tar.getNextEntry();
            if (entry == null) {
                throw new IOException("The engine has packed nothing for '" + path + "'");
            }
            return entry;
        }
    }

    /** Reads the accounts that the image knows; it may know none. */
    private List<String> accounts() throws IOException {
        try (InputStream archive = container.archive("/etc/passwd");
                TarArchiveInputStream tar = new TarArchiveInputStream(archive)) {
            TarArchiveEntry entry = tar.getNextEntry();
            return entry != null && entry.isFile()
                    ? new String(tar.readNBytes(MOST_ACCOUNTS), StandardCharsets.UTF_8)
                            .lines()
                            .toList()
                    : List.of();
        } catch (NotFoundException none) {
            return List.of();
        }
    }

    /**
     * A user and a group by number.
     *
     * @param uid the user's
     * @param gid the group's
     */
    private record Ids(int uid, int gid) {

        /** Where lines of accounts come from. */
        @FunctionalInterface
        interface Accounts {
            List<String> lines() throws IOException;
        }

        /** Looks a user up; one that is unknown is left for the engine to refuse. */
        static Optional<Ids> of(String user, Accounts accounts) throws IOException {
            String name = user.split(":", 2)[0];
            if (name.isEmpty() || name.equals("root") || name.equals("0")) {
                return Optional.empty();
            }
            Stream<String[]> known = accounts.lines().stream().map(line -> line.split(":", -1));
            Optional<Ids> account = known.filter(fields -> fields.length > 3)
                    .filter(fields -> fields[0].equals(name) || fields[2].equals(name))
                    .filter(fields -> isNumber(fields[2]) && isNumber(fields[3]))
                    .findFirst()
                    .map(fields -> new Ids(Integer.parseInt(fields[2]), Integer.parseInt(fields[3])));
            return account.or(
                    () -> isNumber(name) ? Optional.of(new Ids(Integer.parseInt(name), 0)) : Optional.empty());
        }

        private static boolean isNumber(String text) {
            return text.matches("[0-9]{1,9}");
        }
    }
}
