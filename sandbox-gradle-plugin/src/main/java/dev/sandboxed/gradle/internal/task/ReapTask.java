package dev.sandboxed.gradle.internal.task;

import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.tasks.TaskAction;
import org.gradle.work.DisableCachingByDefault;

/** {@code sandboxReap}. */
@DisableCachingByDefault(because = "It removes what is left behind now")
public abstract class ReapTask extends CommandLineTask {

    public ReapTask() {
        setGroup(GROUP);
        setDescription("Removes the sandboxes of processes that are gone, and nothing else.");
    }

    @TaskAction
    void reap() {
        Outcome outcome = run(List.of("reap"));
        if (!outcome.succeeded()) {
            throw new GradleException("Something that was left behind could not be removed: " + outcome.errors());
        }
    }
}
