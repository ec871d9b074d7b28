package dev.sandboxed.provider.docker.internal.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.api.limit.DataSize;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What an engine says about itself.
 *
 * @param name what it is: Docker, Docker Desktop, Colima, Rancher Desktop, Podman
 * @param version its version
 * @param apiVersion the version of its API that is used
 * @param rootless whether it is run by an ordinary user
 * @param cgroupVersion 1 or 2
 * @param runtimes the runtimes it knows, name to command line; that is empty for those it has built in
 * @param defaultRuntime the one in use unless another is asked for
 * @param storage how it stores images and containers
 * @param machine the machine it runs on
 */
public record EngineInfo(
        String name,
        String version,
        ApiLevel apiVersion,
        boolean rootless,
        int cgroupVersion,
        Map<String, String> runtimes,
        String defaultRuntime,
        Storage storage,
        Machine machine) {

    public EngineInfo {
        runtimes = Map.copyOf(runtimes);
    }

    /**
     * How images and containers are stored.
     *
     * @param driver for example {@code overlay2}
     * @param fileSystem what lies below, for example {@code extfs} or {@code xfs}; empty if it does not tell
     * @param folder where, on the machine of the engine; empty if it does not tell
     */
    public record Storage(String driver, String fileSystem, String folder) {}

    /**
     * The machine of the engine, which need not be this one.
     *
     * @param os {@code linux} or {@code windows}
     * @param architecture as the kernel says it, for example {@code x86_64}
     * @param kernel version of the kernel
     * @param cpus number of processors
     * @param memory all of its memory
     */
    public record Machine(String os, String architecture, String kernel, int cpus, DataSize memory) {}

    /** Reads it from the engine's answers to {@code /version} and {@code /info}. */
    static EngineInfo read(JsonNode version, JsonNode info, ApiLevel api) {
        Map<String, String> runtimes = new LinkedHashMap<>();
        info.path("Runtimes")
                .properties()
                .forEach(entry -> runtimes.put(entry.getKey(), commandLine(entry.getValue())));
        return new EngineInfo(
                flavour(version, info).written(),
                version.path("Version").asText("unknown"),
                api,
                texts(info.path("SecurityOptions")).contains("name=rootless"),
                info.path("CgroupVersion").asText("1").equals("2") ? 2 : 1,
                runtimes,
                info.path("DefaultRuntime").asText(""),
                new Storage(
                        info.path("Driver").asText(""),
                        fileSystem(info.path("DriverStatus")),
                        info.path("DockerRootDir").asText("")),
                new Machine(
                        info.path("OSType").asText(version.path("Os").asText("")),
                        info.path("Architecture").asText(version.path("Arch").asText("")),
                        info.path("KernelVersion").asText(""),
                        info.path("NCPU").asInt(),
                        DataSize.ofBytes(info.path("MemTotal").asLong())));
    }

    private static String commandLine(JsonNode runtime) {
        StringBuilder line = new StringBuilder(runtime.path("path").asText(""));
        runtime.path("runtimeArgs").forEach(argument -> line.append(' ').append(argument.asText()));
        return line.toString();
    }

    private static Flavour flavour(JsonNode version, JsonNode info) {
        if (texts(version.path("Components")).contains("Podman Engine")) {
            return Flavour.PODMAN;
        }
        String system = info.path("OperatingSystem").asText("");
        String platform = version.path("Platform").path("Name").asText("");
        if (system.contains("Docker Desktop") || platform.contains("Docker Desktop")) {
            return Flavour.DOCKER_DESKTOP;
        }
        if (system.contains("Rancher Desktop")) {
            return Flavour.RANCHER_DESKTOP;
        }
        return info.path("Name").asText("").startsWith("colima") ? Flavour.COLIMA : Flavour.DOCKER;
    }

    /** The status is a list of pairs, whose names differ between drivers and engines. */
    private static String fileSystem(JsonNode driverStatus) {
        for (JsonNode pair : driverStatus) {
            if (pair.path(0).asText("").equals("Backing Filesystem")) {
                return pair.path(1).asText("");
            }
        }
        return "";
    }

    private static String texts(JsonNode node) {
        return node.isMissingNode() ? "" : node.toString();
    }

    /** Returns whether it is Docker's own engine, and none that only speaks its language. */
    public boolean isDocker() {
        return name.equals(Flavour.DOCKER.written());
    }

    /** List it for people, in the order in which they ask. */
    public Map<String, String> details() {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("engine", name);
        details.put("api", apiVersion.toString());
        details.put("rootless", rootless ? "yes" : "no");
        details.put("cgroup", "v" + cgroupVersion);
        details.put("runtimes", runtimes.keySet().stream().sorted().collect(Collectors.joining(", ")));
        details.put("default runtime", defaultRuntime);
        details.put(
                "storage",
                storage.fileSystem().isEmpty() ? storage.driver() : storage.driver() + " on " + storage.fileSystem());
        details.put("machine", machine.os() + "/" + machine.architecture() + ", kernel " + machine.kernel());
        details.put("size", machine.cpus() + " cpus, " + machine.memory());
        return details;
    }
}
