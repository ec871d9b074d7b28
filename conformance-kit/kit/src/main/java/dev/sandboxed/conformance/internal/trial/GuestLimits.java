package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.conformance.internal.text.ResourceText;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The limits that a program inside a sandbox finds when it looks for them.
 *
 * @param found what was read, by the name of its place; a place that cannot be read is not there
 */
public record GuestLimits(Map<String, String> found) {

    /** Only builtins of the shell, which need no process of their own, and soft limits, which are the ones in force. */
    private static final String READ = ResourceText.of(GuestLimits.class, "limits.sh");

    public GuestLimits {
        found = Map.copyOf(found);
    }

    /** Returns the limits that are found inside a sandbox. */
    public static GuestLimits in(Sandbox sandbox) {
        Map<String, String> found = new TreeMap<>();
        sandbox.shell(READ).stdout().lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0 && equals < line.length() - 1) {
                found.put(line.substring(0, equals), line.substring(equals + 1).strip());
            }
        });
        return new GuestLimits(found);
    }

    /** Returns limits, one of each kind that is claimed and can be read from inside. */
    public static Limits claimedBy(Trial trial) {
        Limits.Builder limits = Limits.builder();
        if (trial.claims(Capability.LIMIT_FILES)) {
            limits.openFiles(96);
        }
        if (trial.claims(Capability.LIMIT_ADDRESS_SPACE)) {
            limits.addressSpace(DataSize.ofMebibytes(768));
        }
        if (trial.claims(Capability.LIMIT_CPU_TIME)) {
            limits.cpuTime(Duration.ofSeconds(77));
        }
        if (trial.claims(Capability.LIMIT_MEMORY)) {
            limits.memory(DataSize.ofMebibytes(320));
        }
        if (trial.claims(Capability.LIMIT_PIDS)) {
            limits.processes(72);
        }
        if (trial.claims(Capability.LIMIT_CPU)) {
            limits.cpus(0.75);
        }
        return limits.build();
    }

    /** Returns what a program should find in a sandbox with these limits, as far as there is one way to write it. */
    public static Map<String, String> expected(Limits limits) {
        Map<String, String> expected = new TreeMap<>();
        limits.openFiles().ifPresent(count -> expected.put("ulimit -n", String.valueOf(count)));
        limits.addressSpace().ifPresent(size -> expected.put("ulimit -v", String.valueOf(size.bytes() / 1024)));
        limits.cpuTime().ifPresent(time -> expected.put("ulimit -t", String.valueOf(time.toSeconds())));
        limits.memory().ifPresent(size -> {
            expected.put("memory.max", String.valueOf(size.bytes()));
            expected.put("memory/memory.limit_in_bytes", String.valueOf(size.bytes()));
        });
        limits.processes().ifPresent(count -> {
            expected.put("pids.max", String.valueOf(count));
            expected.put("pids/pids.max", String.valueOf(count));
        });
        return expected;
    }

    /** Returns what was found in a place. */
    public Optional<String> at(String place) {
        return Optional.ofNullable(found.get(place));
    }

    /** Returns whether a place speaks of control groups, which may be those of somebody else. */
    public static boolean isGroup(String place) {
        return !place.startsWith("ulimit");
    }

    /** Returns the share of the processors that a program finds, where it finds one. */
    public Optional<Double> cpus() {
        Optional<String[]> pair = at("cpu.max")
                .map(text -> text.split(" ", -1))
                .or(() -> at("cpu/cpu.cfs_quota_us")
                        .map(quota -> new String[] {quota, found.getOrDefault("cpu/cpu.cfs_period_us", "100000")}));
        return pair.filter(parts -> parts.length == 2 && parts[0].matches("[0-9]+"))
                .map(parts -> Double.parseDouble(parts[0]) / Double.parseDouble(parts[1]));
    }
}
