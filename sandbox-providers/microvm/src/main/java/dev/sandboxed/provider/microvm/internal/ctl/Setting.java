package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.ProviderContext;
import java.util.Optional;

/** The settings of the provider. Each is written as one of ours, or as a variable that other callers of controllers read too. */
enum Setting {
    CLI("cli", "LOCAL_MICROVM_CLI"),
    TRANSPORT("transport", "LOCAL_MICROVM_TRANSPORT"),
    BACKEND_CLI("backendCli", "LOCAL_MICROVM_BACKEND_CLI"),
    HYPERV_CLI("hypervCli", "LOCAL_MICROVM_HYPERV_CLI"),
    REMOTE_CLI("remoteCli", "LOCAL_MICROVM_REMOTE_CLI"),
    SSH_HOST("sshHost", "LOCAL_MICROVM_SSH_HOST"),
    SSH_USER("sshUser", "LOCAL_MICROVM_SSH_USER"),
    SSH_PORT("sshPort", "LOCAL_MICROVM_SSH_PORT"),
    SSH_KEY_PATH("sshKeyPath", "LOCAL_MICROVM_SSH_KEY_PATH"),
    SSH_STRICT("sshStrictHostKeyChecking", "LOCAL_MICROVM_SSH_STRICT_HOST_KEY_CHECKING"),
    FALLBACK("fallbackToRemote", "LOCAL_MICROVM_FALLBACK_TO_REMOTE"),
    ISOLATION("isolation", ""),
    TIME_TO_LIVE("timeToLive", "");

    private final String key;
    private final String variable;

    Setting(String key, String variable) {
        this.key = key;
        this.variable = variable;
    }

    /** Returns what is written; ours wins, and a blank is nothing. */
    Optional<String> read(ProviderContext context) {
        String own = context.settings().getOrDefault(key, "").strip();
        String shared = context.environment().getOrDefault(variable, "").strip();
        return Optional.of(own.isEmpty() ? shared : own).filter(value -> !value.isEmpty());
    }

    /** Returns whether something is on; on is all that is not plainly off. */
    boolean isOn(ProviderContext context) {
        return !read(context).orElse("true").equalsIgnoreCase("false");
    }

    /** Returns what to throw for a value that cannot be right. */
    IllegalArgumentException wrong(String value, String right) {
        return new IllegalArgumentException(this + " is '" + value + "'; " + right);
    }

    /** Returns what it is called by whoever sets it. */
    @Override
    public String toString() {
        return "sandbox." + CtlProvider.NAME + "." + key + (variable.isEmpty() ? "" : " (or " + variable + ")");
    }
}
