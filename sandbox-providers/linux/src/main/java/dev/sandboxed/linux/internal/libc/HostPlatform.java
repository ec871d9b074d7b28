package dev.sandboxed.linux.internal.libc;

import java.nio.file.Path;
import java.util.Locale;

/** The systems whose C library we know, with the constants that differ between them. */
public enum HostPlatform {
    /** Linux with the GNU C library. */
    LINUX(0x80, 0),
    /** macOS; descriptors are closed by a flag of its own. */
    MACOS(0x400, 0x4000),
    /** Anything else: nothing of this package works there. */
    OTHER(0, 0);

    private static final int SETSIGDEF = 0x04;
    private static final int SETSIGMASK = 0x08;

    private final int setsid;
    private final int closeByDefault;

    HostPlatform(int setsid, int closeByDefault) {
        this.setsid = setsid;
        this.closeByDefault = closeByDefault;
    }

    public static HostPlatform current() {
        String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return name.startsWith("linux") ? LINUX : name.startsWith("mac") ? MACOS : OTHER;
    }

    /** Returns the system and its version, for people. */
    public static String description() {
        return System.getProperty("os.name") + " " + System.getProperty("os.version");
    }

    /** Returns the processor's architecture as images do: {@code amd64}, {@code arm64}. */
    public static String architecture() {
        String name = System.getProperty("os.arch", "");
        return switch (name) {
            case "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            default -> name;
        };
    }

    /** Returns whether this process is run by root, for whom some limits do not hold; false where nobody knows. */
    public static boolean isRoot() {
        try {
            return current() != OTHER && LibC.geteuid() == 0;
        } catch (LinkageError noSuchLibrary) {
            return false;
        }
    }

    /** Returns the number of the user that this process acts as. */
    public static int userId() {
        return LibC.geteuid();
    }

    /** Returns the flags with which a process is started as the leader of a session, with default signals. */
    public short spawnFlags() {
        return (short) (setsid | closeByDefault | SETSIGDEF | SETSIGMASK);
    }

    /** Translates a signal's number on Linux to this system's. */
    public int signalNumber(int onLinux) {
        if (this != MACOS) {
            return onLinux;
        }
        return switch (onLinux) {
            case 7 -> 10;
            case 10 -> 30;
            case 12 -> 31;
            case 18 -> 19;
            case 19 -> 17;
            case 31 -> 12;
            default -> onLinux;
        };
    }

    /** Returns the folder for temporary files. */
    public static Path temporaryFolder() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }
}
