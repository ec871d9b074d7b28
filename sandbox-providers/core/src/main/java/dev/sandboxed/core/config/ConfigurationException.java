package dev.sandboxed.core.config;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;

/** Thrown when a setting cannot be used; the message names its key, its value and where it came from. */
public final class ConfigurationException extends SandboxException {

    private static final long serialVersionUID = 1L;

    public ConfigurationException(Fault fault) {
        super("configuration", fault);
    }
}
