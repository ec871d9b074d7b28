package dev.sandboxed.gradle.internal.task;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFile;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;

/** {@code sandboxConformance}: examines providers one after the other, for each of them is timed as well. */
@DisableCachingByDefault(because = "What a provider can do depends on the host")
public abstract class ConformanceTask extends CommandLineTask {

    private static final int NOT_CERTIFIED = 1;
    private static final int ONLY_EXPECTED_FAILURES = 3;

    public ConformanceTask() {
        setGroup(GROUP);
        setDescription("Examines providers against the contract and writes certificate, report and badge of each.");
    }

    @Option(
            option = "provider",
            description = "The provider to examine, of this build or of Sandboxed; may be repeated.")
    @Input
    public abstract ListProperty<String> getProviders();

    @Option(option = "clauses", description = "Only these, as in EXEC-*,FILE-3; certifies nothing.")
    @Input
    @Optional
    public abstract Property<String> getClauses();

    /** Failures that are known, a clause and a reason on each line. */
    @InputFile
    @PathSensitive(PathSensitivity.NONE)
    @Optional
    public abstract RegularFileProperty getExpectedFailures();

    @Input
    public abstract Property<Double> getDeadlineFactor();

    /** Has a folder for each provider. */
    @OutputDirectory
    public abstract DirectoryProperty getReports();

    @TaskAction
    void examine() {
        if (getProviders().get().isEmpty()) {
            throw new GradleException("No provider was named to examine: give --provider NAME, or in the build "
                    + "tasks.named(\"" + getName() + "\") { providers.add(\"NAME\") }");
        }
        List<String> failures = new ArrayList<>();
        for (String provider : getProviders().get()) {
            File folder = getReports().dir(provider).get().getAsFile();
            Outcome outcome = run(arguments(provider, folder));
            List<String> clauses = FailedClauses.read(new File(folder, "junit.xml"));
            if (!isAccepted(outcome, clauses)) {
                failures.add(describe(provider, folder, outcome, clauses));
            }
        }
        if (!failures.isEmpty()) {
            throw new GradleException(String.join("\n", failures));
        }
    }

    /** Whoever asks for some clauses wants to know about those; a certificate cannot come of it. */
    private boolean isAccepted(Outcome outcome, List<String> failedClauses) {
        return outcome.succeeded()
                || outcome.code() == ONLY_EXPECTED_FAILURES
                || (outcome.code() == NOT_CERTIFIED && getClauses().isPresent() && failedClauses.isEmpty());
    }

    private List<String> arguments(String provider, File folder) {
        List<String> arguments = new ArrayList<>(List.of("conformance", "--provider", provider));
        arguments.addAll(List.of("--report", folder.getPath()));
        arguments.addAll(List.of("--patience", getDeadlineFactor().get().toString()));
        if (getClauses().isPresent()) {
            arguments.addAll(List.of("--clauses", getClauses().get()));
        }
        if (getExpectedFailures().isPresent()) {
            arguments.addAll(
                    List.of("--expect", getExpectedFailures().get().getAsFile().getPath()));
        }
        return arguments;
    }

    private static String describe(String provider, File folder, Outcome outcome, List<String> clauses) {
        String report = "see " + new File(folder, "report.html").toURI();
        if (outcome.code() != NOT_CERTIFIED) {
            return "Provider " + provider + " could not be examined: " + outcome.errors();
        }
        if (clauses.isEmpty()) {
            return "Provider " + provider + " is not certified, although no clause failed: " + report;
        }
        return "Provider " + provider + " fails " + clauses.size() + (clauses.size() == 1 ? " clause" : " clauses")
                + " of the contract:\n  " + String.join("\n  ", clauses) + "\n" + report;
    }
}
