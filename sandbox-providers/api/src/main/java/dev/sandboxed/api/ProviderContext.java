package dev.sandboxed.api;

import dev.sandboxed.api.event.SandboxListener;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a provider is given when it is opened, so that it reads neither environment nor system properties itself.
 *
 * @param stateDirectory where it may keep files; may not exist yet
 * @param settings its own settings, without the prefix {@code sandbox.<provider>.}
 * @param owner the process its sandboxes belong to
 * @param listener who is told what happens
 */
public record ProviderContext(
        Path stateDirectory, Map<String, String> settings, Owner owner, SandboxListener listener) {

    public ProviderContext {
        settings = Map.copyOf(settings);
    }

    /** Keep state in a directory; no settings, this process is the owner, nobody listens. */
    public static ProviderContext in(Path stateDirectory) {
        return new ProviderContext(stateDirectory, Map.of(), Owner.current(), SandboxListener.SILENT);
    }

    public ProviderContext withSettings(Map<String, String> own) {
        return new ProviderContext(stateDirectory, own, owner, listener);
    }

    public ProviderContext withOwner(Owner other) {
        return new ProviderContext(stateDirectory, settings, other, listener);
    }

    public ProviderContext withListener(SandboxListener other) {
        return new ProviderContext(stateDirectory, settings, owner, other);
    }
}
