package dev.sandboxed.linux.internal.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The settings of the host's Java that a sandbox gets to see. Distributions keep them in folders below {@code /etc} with the
 * version in the name, together with what administrators put there: keys, and passwords of those who may look into a program.
 * So each file is named here, by how its path ends.
 */
enum JavaSettings {
    /** Which virtual machines there are; no program starts without it. */
    MACHINES("jvm(-[a-z0-9_]+)?\\.cfg", false),
    /** Who encrypts, signs and makes random numbers; without it there is nobody. */
    SECURITY("security/java\\.security", false),
    /** What code may do under a security manager, which does not start without them. */
    PERMISSIONS("security/(java|default)\\.policy", false),
    /** How strong keys may be; without them nothing is encrypted. */
    STRENGTH("security/policy/(un)?limited/(default|exempt)_(local|US_export)\\.policy", false),
    /** Certificates that nobody should trust any more, for those who check signatures. */
    BLOCKED("security/blocked\\.certs", false),
    /** How to use the host's own library for encryption, where the settings name it. */
    LIBRARY("security/nss(\\.fips)?\\.cfg", false),
    /** Where log messages go; without it they go nowhere. */
    LOGGING("logging\\.properties", false),
    /** What a flight recorder records; without them it does not start. */
    RECORDER("jfr/(default|profile)\\.jfc", false),
    /** Which proxies to take and which not to log in to. */
    PROXIES("net\\.properties", true),
    /** Which domains are public, so that no certificate holds for all below them. */
    DOMAINS("security/public_suffix_list\\.dat", true);

    /** The folders, and how deep files lie in them where there is one for each version. */
    private static final String FOLDERS = "java*";

    private static final int DEPTH = 8;

    private final Pattern path;
    private final boolean aboutOthers;

    JavaSettings(String ending, boolean aboutOthers) {
        this.path = Pattern.compile(".+/" + ending);
        this.aboutOthers = aboutOthers;
    }

    /**
     * Lists those that are there.
     *
     * @param etc the folder for settings
     * @param reachesOut whether to list those as well that are about other hosts
     */
    static List<Path> in(Path etc, boolean reachesOut) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(etc, FOLDERS)) {
            for (Path folder : folders) {
                if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                    continue;
                }
                try (Stream<Path> files = Files.walk(folder, DEPTH)) {
                    files.filter(file -> isNeeded(etc.relativize(file).toString(), reachesOut))
                            .forEach(found::add);
                }
            }
        }
        return found;
    }

    private static boolean isNeeded(String path, boolean reachesOut) {
        return Stream.of(values())
                .filter(setting -> reachesOut || !setting.aboutOthers)
                .anyMatch(setting -> setting.path.matcher(path).matches());
    }
}
