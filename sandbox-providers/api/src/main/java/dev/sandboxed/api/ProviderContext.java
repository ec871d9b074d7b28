package dev.sandboxed.api;

import dev.sandboxed.api.event.SandboxListener;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a provider is given when it is opened, so that it reads neither environment nor system properties itself.
 *
 * @param stateDirectory where it may keep files; may not exist yet
 * @param settings its own settings, without the prefix {@code sandbox.<provider>.}
 * @param environment the host's environment, for what every tool of a runtime takes from there
 * @param owner the process its sandboxes belong to
 * @param listener who is told what happens
 */
public record ProviderContext(
        Path stateDirectory,
        Map<String, String> settings,
        Map<String, String> environment,
        Owner owner,
        SandboxListener listener) {

    public ProviderContext {
        settings = Map.copyOf(settings);
        environment = Map.copyOf(environment);
    }

    /** Keeps state in a directory; no settings, an empty environment, this process is the owner, nobody listens. */
    public static ProviderContext in(Path stateDirectory) {
        return new ProviderContext(stateDirectory, Map.of(), Map.of(), Owner.current(), SandboxListener.SILENT);
    }

    public ProviderContext withSettings(Map<String, String> own) {
        return new ProviderContext(stateDirectory, own, environment, owner, listener);
    }

    public ProviderContext withOwner(Owner other) {
        return new ProviderContext(stateDirectory, settings, environment, other, listener);
    }

    public ProviderContext withListener(SandboxListener other) {
        return new ProviderContext(stateDirectory, settings, environment, owner, other);
    }

    /** Show it; values of the environment are left out, and so are those of settings, which may be keys to a service. */
    @Override
    public String toString() {
        return "ProviderContext[stateDirectory=" + stateDirectory + ", settings=" + settings.keySet() + ", owner="
                + owner + "]";
    }

    public ProviderContext withEnvironment(Map<String, String> variables) {
        return new ProviderContext(stateDirectory, settings, variables, owner, listener);
    }
}
