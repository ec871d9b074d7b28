package dev.sandboxed.linux.internal.cgroup;

import dev.sandboxed.api.Usage;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Version 1: a tree for each controller.
 *
 * @param parents where groups are made, by what the kernel calls the controller; {@code cpuacct} counts processor time,
 *     {@code freezer} holds processes still
 */
record LegacyLayout(Map<String, Path> parents) implements Layout {

    static final String ACCOUNTING = "cpuacct";
    static final String FREEZER = "freezer";

    LegacyLayout {
        parents = Map.copyOf(parents);
    }

    @Override
    public Set<Controller> controllers() {
        Set<Controller> found = EnumSet.noneOf(Controller.class);
        for (Controller controller : Controller.values()) {
            if (parents.containsKey(controller.written())) {
                found.add(controller);
            }
        }
        return found;
    }

    @Override
    public List<Path> foldersOf(String name) {
        return parents.values().stream()
                .distinct()
                .map(parent -> parent.resolve(name))
                .toList();
    }

    /** Unlike the file for whole processes, this one does not make the kernel wait for all processors. */
    @Override
    public String entrance() {
        return "tasks";
    }

    private Optional<Path> folder(String controller, String name) {
        return Optional.ofNullable(parents.get(controller)).map(parent -> parent.resolve(name));
    }

    @Override
    public void limit(String name, Limits limits) throws IOException {
        Optional<Path> pids = folder(Controller.PIDS.written(), name);
        if (pids.isPresent()) {
            GroupFiles.write(pids.get().resolve("pids.max"), limits.processes().orElse(DEFAULT_PROCESSES));
        }
        Optional<Path> memory = folder(Controller.MEMORY.written(), name);
        if (memory.isPresent() && limits.memory().isPresent()) {
            limitMemory(memory.get(), limits.memory().get().bytes());
        }
        Optional<Path> cpu = folder(Controller.CPU.written(), name);
        if (cpu.isPresent() && limits.cpus().isPresent()) {
            GroupFiles.write(cpu.get().resolve("cpu.cfs_period_us"), CPU_PERIOD_MICROS);
            GroupFiles.write(
                    cpu.get().resolve("cpu.cfs_quota_us"),
                    Layout.cpuQuotaMicros(limits.cpus().getAsDouble()));
        }
    }

    /** Without swap: else a limit would only make it slow. Not every kernel counts memory and swap together. */
    private static void limitMemory(Path group, long bytes) throws IOException {
        GroupFiles.write(group.resolve("memory.limit_in_bytes"), bytes);
        Path withSwap = group.resolve("memory.memsw.limit_in_bytes");
        if (Files.exists(withSwap)) {
            GroupFiles.write(withSwap, bytes);
        } else {
            GroupFiles.write(group.resolve("memory.swappiness"), 0);
        }
    }

    /** Runtimes make the parts below all other controllers themselves. */
    @Override
    public void prepareMemory(String name, Limits limits) throws IOException {
        Path group =
                Files.createDirectory(folder(Controller.MEMORY.written(), name).orElseThrow());
        limitMemory(group, limits.memory().orElseThrow().bytes());
    }

    @Override
    public Optional<Usage> usage(String name) throws IOException {
        Optional<Path> memory = folder(Controller.MEMORY.written(), name);
        Optional<Path> time = folder(ACCOUNTING, name);
        Optional<Path> pids = folder(Controller.PIDS.written(), name);
        if (memory.isEmpty() || time.isEmpty() || pids.isEmpty()) {
            return Optional.empty();
        }
        long now = GroupFiles.number(memory.get().resolve("memory.usage_in_bytes"));
        long peak = GroupFiles.number(memory.get().resolve("memory.max_usage_in_bytes"));
        return Optional.of(new Usage(
                Duration.ofNanos(GroupFiles.number(time.get().resolve("cpuacct.usage"))),
                DataSize.ofBytes(now),
                DataSize.ofBytes(Math.max(now, peak)),
                (int) GroupFiles.number(pids.get().resolve("pids.current"))));
    }

    @Override
    public long outOfMemoryKills(String name) throws IOException {
        Optional<Path> memory = folder(Controller.MEMORY.written(), name);
        return memory.isPresent() ? GroupFiles.numberAfter(memory.get().resolve("memory.oom_control"), "oom_kill") : 0;
    }

    @Override
    public boolean canFreeze() {
        return parents.containsKey(FREEZER);
    }

    @Override
    public Optional<Freezer> freezer(String name) {
        return folder(FREEZER, name).map(Freezer::legacy);
    }

    @Override
    public Map<String, Path> seenAs(String name) {
        Map<String, Path> seen = new TreeMap<>();
        List<String> shown = new ArrayList<>(List.of(ACCOUNTING));
        controllers().forEach(controller -> shown.add(controller.written()));
        for (String controller : shown) {
            folder(controller, name).ifPresent(folder -> seen.put("/sys/fs/cgroup/" + controller, folder));
        }
        return seen;
    }
}
