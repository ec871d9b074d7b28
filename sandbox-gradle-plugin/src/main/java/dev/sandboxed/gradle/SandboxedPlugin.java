package dev.sandboxed.gradle;

import org.gradle.api.GradleException;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.util.GradleVersion;

/**
 * The plugin {@code dev.sandboxed}: passes settings to all test tasks, and has tasks that look after this host's providers.
 *
 * <p>Applying it fails with a {@link GradleException} if Gradle is older than 8.5.
 */
public abstract class SandboxedPlugin implements Plugin<Project> {

    private static final GradleVersion OLDEST = GradleVersion.version("8.5");

    @Override
    public void apply(Project project) {
        GradleVersion running = GradleVersion.current();
        if (running.getBaseVersion().compareTo(OLDEST) < 0) {
            throw new GradleException("The plugin dev.sandboxed needs Gradle " + OLDEST.getVersion()
                    + " or newer, but this is " + running.getVersion() + ": update the wrapper");
        }
        ProjectWiring.of(project).wire();
    }
}
