package dev.sandboxed.junit.internal.injection;

import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.SandboxSettings;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.junit.OnUnavailable;

/**
 * What a place in a test asks for.
 *
 * @param sandbox the sandbox itself
 * @param aftermath what becomes of it when the test has ended
 * @param mayBeSkipped whether the test is skipped, and not failed, when no provider will do
 */
record TestSettings(SandboxSettings sandbox, Aftermath aftermath, boolean mayBeSkipped) {

    /**
     * Reads the settings.
     *
     * @param here what holds for the place
     * @param general what holds for the whole run
     * @param base what holds where the settings say nothing
     * @throws dev.sandboxed.core.config.ConfigurationException if a value cannot be used
     */
    static TestSettings read(Configuration here, Configuration general, SandboxSpec base) {
        boolean skipped = onUnavailable(here) == OnUnavailable.SKIP && !forbidsSkips(general);
        return new TestSettings(SandboxSettings.read(here, base), Aftermath.read(here, general), skipped);
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
