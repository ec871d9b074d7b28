package dev.sandboxed.gradle.internal.task;

import dev.sandboxed.gradle.internal.Choice;
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

    /** As the script starts it: it lives for seconds, in which the second compiler costs more than it gains. */
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private static final String MAIN = "dev.sandboxed.cli.internal.Main";

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
                    spec.setClasspath(getToolClasspath());
                    spec.getMainClass().set(MAIN);
                    spec.setArgs(arguments);
                    spec.setJvmArgs(JVM);
                    // Java 17 takes from it how the names of files are written.
                    spec.environment("LC_ALL", "C.UTF-8");
                    spec.systemProperties(settings);
                    spec.setErrorOutput(errors);
                    spec.setIgnoreExitValue(true);
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
