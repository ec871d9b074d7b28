package dev.sandboxed.gradle.internal.task;

import dev.sandboxed.gradle.internal.Choice;
import dev.sandboxed.gradle.internal.ToolProcess;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.inject.Inject;
import org.gradle.api.DefaultTask;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.tasks.Classpath;
import org.gradle.api.tasks.Input;
import org.gradle.process.ExecOperations;
import org.gradle.work.DisableCachingByDefault;

/** A task that runs a command of {@code ./sandboxed}. */
@DisableCachingByDefault(because = "Abstract base class")
public abstract class CommandLineTask extends DefaultTask {

    public static final String GROUP = "sandboxed";

    /** The command line with all it needs. */
    @Classpath
    public abstract ConfigurableFileCollection getToolClasspath();

    @Input
    public abstract MapProperty<String, String> getSettings();

    @Inject
    @SuppressWarnings("JavaxInjectOnAbstractMethod") // Gradle implements it
    protected abstract ExecOperations getExec();

    /** Runs a command in the project's folder, where it finds {@code sandboxed.properties}; what it prints is shown. */
    protected final Outcome run(List<String> arguments) {
        return run(arguments, Map.of());
    }

    /** Runs a command with more settings than the task's own. */
    protected final Outcome run(List<String> arguments, Map<String, String> more) {
        Map<String, String> settings = new TreeMap<>(getSettings().get());
        settings.putAll(more);
        Choice.requireValid(settings);
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int code = getExec()
                .javaexec(spec -> {
                    ToolProcess.describe(spec, getToolClasspath(), settings, arguments);
                    spec.setErrorOutput(errors);
                })
                .getExitValue();
        return new Outcome(code, errors.toString(StandardCharsets.UTF_8).strip());
    }

    /**
     * How a command ended.
     *
     * @param code its exit code
     * @param errors what it printed for people
     */
    protected record Outcome(int code, String errors) {

        boolean succeeded() {
            return code == 0;
        }
    }
}
