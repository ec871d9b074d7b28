package dev.sandboxed.gradle.internal.task;

import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.TaskAction;
import org.gradle.work.DisableCachingByDefault;

/** {@code sandboxDoctor}. */
@DisableCachingByDefault(because = "It tells how this host is now")
public abstract class DoctorTask extends CommandLineTask {

    public DoctorTask() {
        setGroup(GROUP);
        setDescription("Examines every provider on this host: does it work, what does it offer, what is missing.");
        getOutputs().upToDateWhen(task -> false);
    }

    /** The same for programs. */
    @OutputFile
    public abstract RegularFileProperty getReport();

    @TaskAction
    void examine() {
        String report = getReport().get().getAsFile().getPath();
        Outcome outcome = run(List.of("doctor", "--report", report));
        if (!outcome.succeeded()) {
            throw new GradleException("The doctor failed: " + outcome.errors());
        }
    }
}
