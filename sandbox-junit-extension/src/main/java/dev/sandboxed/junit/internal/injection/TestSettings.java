package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.SandboxSettings;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.junit.OnUnavailable;
import dev.sandboxed.junit.internal.prepared.Preparation;
import java.util.Optional;

/**
 * What a place in a test asks for.
 *
 * @param sandbox the sandbox itself
 * @param aftermath what becomes of it when the test has ended
 * @param mayBeSkipped whether the test is skipped, and not failed, when no provider will do
 * @param preparation what is done to a sandbox that it begins with a copy of; empty if it begins with a new one
 */
record TestSettings(
        SandboxSettings sandbox, Aftermath aftermath, boolean mayBeSkipped, Optional<Preparation> preparation) {

    /**
     * Reads the settings.
     *
     * @param here what holds for the place
     * @param general what holds for the whole run
     * @param base what holds where the settings say nothing
     * @param preparation what is done to a sandbox first
     * @throws dev.sandboxed.core.config.ConfigurationException if a value cannot be used
     */
    static TestSettings read(
            Configuration here, Configuration general, SandboxSpec base, Optional<Preparation> preparation) {
        boolean skipped = onUnavailable(here) == OnUnavailable.SKIP && !forbidsSkips(general);
        return new TestSettings(SandboxSettings.read(here, base), Aftermath.read(here, general), skipped, preparation);
    }

    /** Returns whether somebody who runs the tests wants no skips, who is stronger than the author of a test. */
    static boolean forbidsSkips(Configuration general) {
        return general.find(ConfigKey.ON_UNAVAILABLE).isPresent() && onUnavailable(general) == OnUnavailable.FAIL;
    }

    private static OnUnavailable onUnavailable(Configuration configuration) {
        return configuration
                .choice(ConfigKey.ON_UNAVAILABLE, OnUnavailable.class)
                .orElse(OnUnavailable.FAIL);
    }
}
