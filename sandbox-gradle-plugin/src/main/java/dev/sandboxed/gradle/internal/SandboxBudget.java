package dev.sandboxed.gradle.internal;

import org.gradle.api.services.BuildService;
import org.gradle.api.services.BuildServiceParameters;

/**
 * What the tasks of a whole build share: the right to use sandboxes. Gradle lets as many tasks at once have it as the service was
 * registered with; how many sandboxes each JVM of such a task may have is told by its settings.
 */
public abstract class SandboxBudget implements BuildService<BuildServiceParameters.None> {

    public static final String NAME = "dev.sandboxed.budget";
}
