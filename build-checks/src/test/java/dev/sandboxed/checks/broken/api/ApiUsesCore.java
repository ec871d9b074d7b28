package dev.sandboxed.checks.broken.api;

import dev.sandboxed.checks.broken.core.CoreHabits;

/** Breaks an arrow: the API may use nothing of ours. Its package has no package-info either. */
public final class ApiUsesCore {
    private ApiUsesCore() {}

    public static String describe(CoreHabits habits) {
        return habits.home();
    }
}
