package dev.sandboxed.linux.internal.cgroup;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Version 2: one tree.
 *
 * @param parent where groups are made
 * @param controllers what is in force in groups that are made there
 */
record UnifiedLayout(Path parent, Set<Controller> controllers) implements Layout {

    UnifiedLayout {
        controllers = Set.copyOf(controllers);
    }

    @Override
    public List<Path> foldersOf(String name) {
        return List.of(parent.resolve(name));
    }

    @Override
    public String entrance() {
        return "cgroup.procs";
    }

    @Override
    public void limit(String name, Limits limits) throws IOException {
        Path group = parent.resolve(name);
        if (controllers.contains(Controller.PIDS)) {
            GroupFiles.write(group.resolve("pids.max"), limits.processes().orElse(DEFAULT_PROCESSES));
        }
        limitMemoryAndCpu(group, limits);
    }

    private void limitMemoryAndCpu(Path group, Limits limits) throws IOException {
        if (controllers.contains(Controller.MEMORY) && limits.memory().isPresent()) {
            GroupFiles.write(group.resolve("memory.max"), limits.memory().get().bytes());
            // Without swap: else a limit would only make it slow. A kernel that has no swap has no such file.
            Path swap = group.resolve("memory.swap.max");
            if (Files.exists(swap)) {
                GroupFiles.write(swap, 0);
            }
        }
        if (controllers.contains(Controller.CPU) && limits.cpus().isPresent()) {
            GroupFiles.write(
                    group.resolve("cpu.max"),
                    Layout.cpuQuotaMicros(limits.cpus().getAsDouble()) + " " + CPU_PERIOD_MICROS);
        }
    }

    /** A runtime that joins it changes none of its limits, so those on processors are needed as well. */
    @Override
    public void prepareMemory(String name, Limits limits) throws IOException {
        GroupFiles.write(parent.resolve("cgroup.subtree_control"), "+memory +cpu +pids");
        limitMemoryAndCpu(Files.createDirectory(parent.resolve(name)), limits);
    }

    /** Older kernels tell no peak; then what is used now is the most that is known. */
    @Override
    public Optional<Usage> usage(String name) throws IOException {
        Path group = parent.resolve(name);
        if (!controllers.containsAll(Set.of(Controller.MEMORY, Controller.PIDS))) {
            return Optional.empty();
        }
        long now = GroupFiles.number(group.resolve("memory.current"));
        Path peak = group.resolve("memory.peak");
        long micros = GroupFiles.numberAfter(group.resolve("cpu.stat"), "usage_usec");
        return Optional.of(new Usage(
                Duration.ofNanos(micros * 1000),
                DataSize.ofBytes(now),
                DataSize.ofBytes(Files.exists(peak) ? Math.max(now, GroupFiles.number(peak)) : now),
                (int) GroupFiles.number(group.resolve("pids.current"))));
    }

    @Override
    public long outOfMemoryKills(String name) throws IOException {
        return controllers.contains(Controller.MEMORY)
                ? GroupFiles.numberAfter(parent.resolve(name).resolve("memory.events"), "oom_kill")
                : 0;
    }

    @Override
    public boolean canFreeze() {
        return true;
    }

    /** Older kernels have none. */
    @Override
    public Optional<Freezer> freezer(String name) {
        return Optional.of(Freezer.unified(parent.resolve(name))).filter(found -> Files.exists(found.control()));
    }

    @Override
    public Map<String, Path> seenAs(String name) {
        return Map.of("/sys/fs/cgroup", parent.resolve(name));
    }
}
