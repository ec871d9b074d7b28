package dev.sandboxed.conformance.hostile;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.conformance.contract.Need;
import dev.sandboxed.conformance.internal.text.ResourceText;
import dev.sandboxed.conformance.internal.trial.Hogs;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * A script that means harm, for a POSIX shell with the tools of GNU or BusyBox. It uses Perl or Python where they are there.
 *
 * <p>Each is bounded by itself: it costs the host at most some 100 processes, 256 MiB of memory or 64 MiB of disk. None leaves
 * a link to anything but folders and files that were made for it. Those that would change a host which they reach are run only
 * on providers that declare to stop them, and there only in a sandbox that was seen to be apart from the host.
 */
public enum HostileScript {
    FORK_BOMB("starts 100 processes, and others of which each starts the next and ends", "LIMIT_PIDS") {
        @Override
        String body() {
            return super.body() + Hogs.forkBomb(100) + "sleep 300";
        }

        @Override
        Duration timeout() {
            return Duration.ofSeconds(2);
        }
    },
    MEMORY_HOG("takes 256 MiB of memory", "LIMIT_MEMORY") {
        @Override
        String body() {
            return Hogs.memory(256);
        }
    },
    DISK_FILLER("writes a file of 64 MiB", "LIMIT_DISK"),
    OPEN_FILES("opens 2,000 files in one process", "LIMIT_FILES") {
        @Override
        String body() {
            return Hogs.openFiles(2_000);
        }
    },
    SPARSE_FILE("makes a sparse file of 1 GiB", ""),
    DEEP_FOLDERS("makes folders as deep as a path can name", ""),
    DAEMON("leaves a process with a session and an environment of its own", ""),
    SYMBOLIC_LINKS("reads and writes the host's files through links, and leaves some", "FILESYSTEM+"),
    HARD_LINKS("gives files of the host another name, and leaves some", "FILESYSTEM+"),
    SIGNALS_TO_THE_FIRST_PROCESS("sends every deadly signal to process 1", "NAMESPACE+"),
    SIGNALS_TO_EVERYBODY("kills every process that it sees", "NAMESPACE+"),
    PTRACE("traces a process of the host and reads its memory", "NAMESPACE+"),
    THE_JVM("reads what /proc has of the JVM", "NAMESPACE+"),
    ABSTRACT_SOCKETS("connects to an abstract socket of the host", "NAMESPACE+"),
    SHARED_MEMORY("reads the host's shared memory, and leaves some", "NAMESPACE+"),
    RAW_SOCKETS("opens raw sockets", "CONTAINER+"),
    MOUNT("mounts a file system, also in a user namespace of its own", "CONTAINER+"),
    DEVICES("makes and opens devices of the host's disks and memory", "CONTAINER+"),
    KERNEL_SETTINGS("opens settings of the kernel for writing", "CONTAINER+"),
    KEYRING("uses the kernel's keyrings", "CONTAINER+"),
    SETUID("becomes another user with programs that have the set-user-id bit", "CONTAINER+");

    /** What the last line of a script prints that came to its end: one that broke off for another reason proves nothing. */
    static final String OVER = "over";

    private static final int PROCESSES = 64;
    private static final int FILES = 256;
    private static final DataSize MEMORY = DataSize.ofMebibytes(128);
    private static final DataSize DISK = DataSize.ofMebibytes(32);

    private final String tries;
    /** As the contract writes what a clause needs. */
    private final String stoppedBy;

    HostileScript(String tries, String stoppedBy) {
        this.tries = tries;
        this.stoppedBy = stoppedBy;
    }

    /** Returns what it tries, for people. */
    public String tries() {
        return tries;
    }

    /** Returns which providers have to keep it from what it tries. */
    public Need stoppedBy() {
        return Need.parse(stoppedBy);
    }

    /** Returns the name as people write it: {@code fork bomb}. */
    public String written() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * Returns whether it is run only by those who have to stop it, behind a wall that was seen to be there. All others
     * are run by everybody, since the host survives them however far they come.
     */
    public boolean needsAWall() {
        return stoppedBy() instanceof Need.AtLeast level && level.floor().atLeast(Isolation.NAMESPACE);
    }

    /** Returns the whole script. */
    String text() {
        return read("prelude") + (needsAWall() ? read("behind-a-wall") : "") + body() + "\necho " + OVER + "\n";
    }

    String body() {
        return read(name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    Duration timeout() {
        return Duration.ofSeconds(20);
    }

    /** Returns the limit that stops it, where it is one and the provider claims it. */
    Limits limits(Capabilities declared) {
        Limits.Builder limits = Limits.builder();
        if (stoppedBy() instanceof Need.Feature limit && declared.has(limit.capability())) {
            switch (this) {
                case FORK_BOMB -> limits.processes(PROCESSES);
                case MEMORY_HOG -> limits.memory(MEMORY);
                case DISK_FILLER -> limits.disk(DISK);
                default -> limits.openFiles(FILES);
            }
        }
        return limits.build();
    }

    /** Returns how it may end, given what the sandbox is limited to. */
    Set<Outcome> endings(Limits limits) {
        return switch (this) {
            case FORK_BOMB -> EnumSet.of(Outcome.EXITED, Outcome.SIGNALED, Outcome.TIMED_OUT);
            case MEMORY_HOG ->
                limits.memory().isPresent()
                        ? EnumSet.of(Outcome.OUT_OF_MEMORY)
                        : EnumSet.of(Outcome.EXITED, Outcome.OUT_OF_MEMORY);
            case SIGNALS_TO_THE_FIRST_PROCESS, SIGNALS_TO_EVERYBODY -> EnumSet.of(Outcome.EXITED, Outcome.SIGNALED);
            default -> EnumSet.of(Outcome.EXITED);
        };
    }

    /** Returns whether the sandbox itself may be the victim, as long as that is told. */
    boolean mayEndTheSandbox() {
        return switch (this) {
            case FORK_BOMB, MEMORY_HOG, SIGNALS_TO_THE_FIRST_PROCESS, SIGNALS_TO_EVERYBODY -> true;
            default -> false;
        };
    }

    /** Returns whether there is nothing that it could do after it did what it is for. */
    boolean becomesAnother() {
        return this == MEMORY_HOG;
    }

    private static String read(String name) {
        return ResourceText.of(HostileScript.class, name + ".sh");
    }
}
