package dev.sandboxed.provider.docker.internal.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.model.ContainerConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The image that a sandbox was made from, which may be a snapshot itself.
 *
 * <p>An image of a snapshot says the same as this one about everything but its files, so that whoever is restored from it
 * gets nothing but files.
 *
 * @param image what the engine tells about it
 */
record BaseImage(InspectImageResponse image) {

    /** The engine adds it where an image has none, but not where it was told to remove it. */
    private static final String DEFAULT_PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private static final String ROOT = "0";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    String id() {
        return image.getId();
    }

    /** Returns its user in a way that overrides another: an empty name would not. */
    String user() {
        String user = config().getUser();
        return user == null || user.isEmpty() ? ROOT : user;
    }

    String workdir() {
        String workdir = config().getWorkingDir();
        return workdir == null || workdir.isEmpty() ? "/" : workdir;
    }

    Map<String, String> labels() {
        Map<String, String> labels = config().getLabels();
        return labels == null ? Map.of() : labels;
    }

    /**
     * Returns the environment with which the one of a container is taken back: a name without a value removes a variable, here
     * and in every container that is made from such an image.
     */
    List<String> environmentInsteadOf(String @Nullable [] container) {
        List<String> environment = new ArrayList<>(environment());
        Set<String> known = environment.stream().map(BaseImage::name).collect(Collectors.toSet());
        for (String entry : listed(container)) {
            if (known.add(name(entry))) {
                environment.add(name(entry).equals(name(DEFAULT_PATH)) ? DEFAULT_PATH : name(entry));
            }
        }
        return environment;
    }

    private List<String> environment() {
        return listed(config().getEnv());
    }

    private static String name(String entry) {
        int end = entry.indexOf('=');
        return end < 0 ? entry : entry.substring(0, end);
    }

    /** Describes an image that differs in its files and labels only; they are one layer. */
    byte[] describe(String layer, Map<String, String> labels, String created) throws JsonProcessingException {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("User", user());
        config.put("WorkingDir", workdir());
        config.put("Env", environment());
        config.put("Cmd", listed(config().getCmd()));
        config.put("Entrypoint", listed(config().getEntrypoint()));
        config.put("Volumes", config().getVolumes());
        config.put("Labels", labels);
        return JSON.writeValueAsBytes(Map.of(
                "architecture",
                image.getArch(),
                "os",
                image.getOs(),
                "created",
                created,
                "config",
                config,
                "rootfs",
                Map.of("type", "layers", "diff_ids", List.of(layer)),
                "history",
                List.of(Map.of("created", created, "created_by", "sandboxed snapshot"))));
    }

    private ContainerConfig config() {
        ContainerConfig config = image.getConfig();
        return config == null ? new ContainerConfig() : config;
    }

    private static List<String> listed(String @Nullable [] texts) {
        return texts == null ? List.of() : List.of(texts);
    }
}
