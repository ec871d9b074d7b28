package dev.sandboxed.core.internal.kept;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A spec as entries of a file: what a sandbox needs that begins with the files of another. Seed files are among those, and a time to live was
 * that of the other. Secrets and credentials lie in no file.
 */
final class SpecEntries {

    private final Map<String, String> entries;

    private SpecEntries(Map<String, String> entries) {
        this.entries = entries;
    }

    static Map<String, String> write(SandboxSpec spec) {
        SpecEntries written = new SpecEntries(new LinkedHashMap<>());
        spec.image().ifPresent(image -> written.put("image", image));
        written.put("workdir", spec.workdir());
        spec.user().ifPresent(user -> written.put("user", user));
        written.put("readOnlyRoot", spec.readOnlyRoot());
        written.put("startupTimeout", spec.startupTimeout());
        written.putLimits(spec.limits());
        spec.network().ifPresent(network -> {
            written.put("network", network.written());
            written.put(
                    "ports",
                    new TreeSet<>(network.exposedPorts())
                            .stream().map(String::valueOf).collect(Collectors.joining(",")));
        });
        written.putAll("env.", spec.env());
        written.putAll("label.", spec.labels());
        written.putAll("option.", spec.options());
        int index = 0;
        for (Mount mount : spec.mounts()) {
            String key = "mount." + index++ + ".";
            written.put(key + "source", mount.source());
            written.put(key + "target", mount.target());
            written.put(key + "writable", mount.writable());
        }
        return written.entries;
    }

    /**
     * Reads what was written.
     *
     * @throws IllegalArgumentException if something in it cannot be
     * @throws java.time.DateTimeException if a duration cannot be read
     */
    static SandboxSpec read(Map<String, String> entries) {
        SpecEntries written = new SpecEntries(entries);
        SandboxSpecBuilder spec = SandboxSpec.builder().limits(written.limits());
        written.take("image", spec::image);
        written.take("workdir", spec::workdir);
        written.take("user", spec::user);
        written.take("readOnlyRoot", text -> spec.readOnlyRoot(Boolean.parseBoolean(text)));
        written.take("startupTimeout", text -> spec.startupTimeout(Duration.parse(text)));
        written.take("network", text -> spec.network(NetworkPolicy.parse(text).exposing(written.ports())));
        written.below("env.").forEach(spec::env);
        written.below("label.").forEach(spec::label);
        written.below("option.").forEach(spec::option);
        written.mounts().forEach(spec::mount);
        return spec.build();
    }

    /** Returns a spec that can be written, without some of its mounts. */
    static SandboxSpec without(SandboxSpec spec, List<Mount> unwanted) {
        if (unwanted.isEmpty()) {
            return spec;
        }
        Map<String, String> others = write(spec);
        others.keySet().removeIf(key -> key.startsWith("mount."));
        SandboxSpecBuilder builder = read(others).toBuilder();
        spec.mounts().stream().filter(mount -> !unwanted.contains(mount)).forEach(builder::mount);
        return builder.build();
    }

    private void putLimits(Limits limits) {
        limits.cpus().ifPresent(cpus -> put("cpus", cpus));
        limits.memory().ifPresent(size -> put("memory", size));
        limits.disk().ifPresent(size -> put("disk", size));
        limits.processes().ifPresent(count -> put("processes", count));
        limits.openFiles().ifPresent(count -> put("openFiles", count));
        limits.bandwidth().ifPresent(size -> put("bandwidth", size));
        limits.addressSpace().ifPresent(size -> put("addressSpace", size));
        limits.cpuTime().ifPresent(time -> put("cpuTime", time));
    }

    private Limits limits() {
        Limits.Builder limits = Limits.builder();
        take("cpus", text -> limits.cpus(Double.parseDouble(text)));
        take("memory", text -> limits.memory(DataSize.parse(text)));
        take("disk", text -> limits.disk(DataSize.parse(text)));
        take("processes", text -> limits.processes(Integer.parseInt(text)));
        take("openFiles", text -> limits.openFiles(Integer.parseInt(text)));
        take("bandwidth", text -> limits.bandwidth(DataSize.parse(text)));
        take("addressSpace", text -> limits.addressSpace(DataSize.parse(text)));
        take("cpuTime", text -> limits.cpuTime(Duration.parse(text)));
        return limits.build();
    }

    private Integer[] ports() {
        return Stream.of(entries.getOrDefault("ports", "").split(","))
                .filter(text -> !text.isEmpty())
                .map(Integer::valueOf)
                .toArray(Integer[]::new);
    }

    private List<Mount> mounts() {
        List<Mount> mounts = new ArrayList<>();
        for (String key = "mount.0."; entries.containsKey(key + "source"); key = "mount." + mounts.size() + ".") {
            mounts.add(new Mount(
                    Path.of(entries.getOrDefault(key + "source", "")),
                    entries.getOrDefault(key + "target", ""),
                    Boolean.parseBoolean(entries.get(key + "writable"))));
        }
        return mounts;
    }

    private void put(String key, Object value) {
        entries.put(key, value.toString());
    }

    private void putAll(String prefix, Map<String, String> values) {
        values.forEach((name, value) -> put(prefix + name, value));
    }

    private void take(String key, Consumer<String> taker) {
        String value = entries.get(key);
        if (value != null) {
            taker.accept(value);
        }
    }

    private Map<String, String> below(String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        entries.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                found.put(key.substring(prefix.length()), value);
            }
        });
        return found;
    }
}
