package dev.sandboxed.provider.local.internal.subprocess;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.limit.Limits;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The limits that an ordinary process can have, set by a shell that then becomes the command.
 *
 * <p>They hold for each process, except for the number of processes, which the kernel counts for the whole user and does
 * not enforce for root at all.
 */
public final class ProcessLimits {

    private ProcessLimits() {}

    /** Returns which limits are enforced for this user on this system. */
    public static Set<Capability> enforced(boolean linux, boolean root) {
        Set<Capability> enforced = EnumSet.of(Capability.LIMIT_FILES, Capability.LIMIT_CPU_TIME);
        if (linux) {
            enforced.add(Capability.LIMIT_ADDRESS_SPACE);
        }
        if (linux && !root) {
            enforced.add(Capability.LIMIT_PIDS);
        }
        return enforced;
    }

    /** Returns whether a shell is put before commands. */
    static boolean needShell(Limits limits) {
        return !settings(limits).isEmpty();
    }

    /** Puts the shell before a command; without limits the command stays as it is. */
    static List<String> wrap(List<String> argv, Limits limits) {
        List<String> settings = settings(limits);
        if (settings.isEmpty()) {
            return argv;
        }
        List<String> wrapped = new ArrayList<>(
                List.of("/bin/sh", "-c", String.join(" && ", settings) + " && exec \"$@\"", argv.get(0)));
        wrapped.addAll(argv);
        return wrapped;
    }

    private static List<String> settings(Limits limits) {
        List<String> settings = new ArrayList<>();
        limits.openFiles().ifPresent(count -> settings.add("ulimit -n " + count));
        limits.addressSpace().ifPresent(size -> settings.add("ulimit -v " + size.bytes() / 1024));
        // The signal at the soft limit can be told apart; the kill a second later is for those who ignore it.
        limits.cpuTime().ifPresent(time -> {
            settings.add("ulimit -S -t " + time.toSeconds());
            settings.add("ulimit -H -t " + (time.toSeconds() + 1));
        });
        // dash and BusyBox call it -p, bash calls it -u.
        limits.processes()
                .ifPresent(
                        count -> settings.add("{ ulimit -p " + count + " 2>/dev/null || ulimit -u " + count + "; }"));
        return settings;
    }
}
