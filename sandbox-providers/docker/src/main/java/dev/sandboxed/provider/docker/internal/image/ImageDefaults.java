package dev.sandboxed.provider.docker.internal.image;

import com.github.dockerjava.api.model.ContainerConfig;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an image says of how its containers run, unless somebody says otherwise.
 *
 * @param user who runs in them; empty for root
 * @param variables the names of the variables that it sets
 * @param volumes the folders that are volumes of the engine's
 */
public record ImageDefaults(String user, Set<String> variables, Set<String> volumes) {

    static final ImageDefaults NONE = new ImageDefaults("", Set.of(), Set.of());

    public ImageDefaults {
        variables = Set.copyOf(variables);
        volumes = Set.copyOf(volumes);
    }

    /** A name without a value sets nothing: that is how a snapshot takes variables back. */
    static ImageDefaults of(@Nullable ContainerConfig config) {
        if (config == null) {
            return NONE;
        }
        String[] env = config.getEnv();
        return new ImageDefaults(
                config.getUser() == null ? "" : config.getUser(),
                (env == null ? Stream.<String>of() : Arrays.stream(env))
                        .filter(entry -> entry.contains("="))
                        .map(entry -> entry.substring(0, entry.indexOf('=')))
                        .collect(Collectors.toSet()),
                config.getVolumes() == null ? Set.of() : config.getVolumes().keySet());
    }
}
