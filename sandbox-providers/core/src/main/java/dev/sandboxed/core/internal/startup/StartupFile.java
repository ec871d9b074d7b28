package dev.sandboxed.core.internal.startup;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps start-up times in a folder, in microseconds by provider. Others may read and write it at the same time: whoever writes
 * last wins. A file that cannot be used is as good as none, since everything in it can be measured again.
 */
public final class StartupFile {

    private static final Logger LOG = System.getLogger(StartupFile.class.getName());
    private static final String NAME = "start-up-times.properties";
    private static final Duration LONGEST = Duration.ofHours(1);

    private final @Nullable Path folder;
    private final String user;

    private StartupFile(@Nullable Path folder, String user) {
        this.folder = folder;
        this.user = user;
    }

    /**
     * Keeps them in a folder, if that belongs to the user: the default one lies where everybody may make folders.
     *
     * @param folder may not exist yet; it is made, for this user alone, when there is something to keep
     * @param user the name of the user that this JVM runs as
     */
    public static StartupFile in(Path folder, String user) {
        return new StartupFile(folder, user);
    }

    /** Keeps nothing. */
    public static StartupFile nowhere() {
        return new StartupFile(null, "");
    }

    Map<String, Duration> read() {
        Map<String, Duration> times = new TreeMap<>();
        if (folder == null || !isOurs(folder)) {
            return times;
        }
        try (Reader reader = Files.newBufferedReader(folder.resolve(NAME))) {
            Properties written = new Properties();
            written.load(reader);
            for (String provider : written.stringPropertyNames()) {
                Duration time = Duration.ofNanos(1_000 * Long.parseLong(written.getProperty(provider, "")));
                if (!time.isNegative() && time.compareTo(LONGEST) < 0) {
                    times.put(provider, time);
                }
            }
        } catch (NoSuchFileException neverMeasured) {
            return times;
        } catch (IOException | IllegalArgumentException e) {
            LOG.log(Level.DEBUG, "Start-up times of earlier runs cannot be read, and are measured anew", e);
        }
        return times;
    }

    void write(Map<String, Duration> times) {
        if (folder == null) {
            return;
        }
        Properties lines = new Properties();
        times.forEach((provider, time) -> lines.setProperty(provider, String.valueOf(time.toNanos() / 1_000)));
        try {
            makeFolder(folder);
            if (!isOurs(folder)) {
                return;
            }
            Path fresh = Files.createTempFile(folder, NAME, ".new");
            try (Writer writer = Files.newBufferedWriter(fresh)) {
                lines.store(writer, "microseconds until a sandbox was created, for sandbox.prefer=speed");
            }
            Files.move(
                    fresh, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.log(Level.DEBUG, "Start-up times cannot be kept for the next run", e);
        }
    }

    private static void makeFolder(Path place) throws IOException {
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectories(
                    place, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
    }

    private boolean isOurs(Path place) {
        try {
            return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)
                    && Files.getOwner(place, LinkOption.NOFOLLOW_LINKS)
                            .getName()
                            .equals(user);
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }
}
