package dev.sandboxed.gradle.internal.task;

import java.io.File;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.gradle.api.GradleException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;

/** {@code sandboxProvision}, and one for each runtime that the build names. */
@DisableCachingByDefault(because = "It installs packages on this host, which no cache can do")
public abstract class ProvisionTask extends CommandLineTask {

    public ProvisionTask() {
        setGroup(GROUP);
        getPlanOnly().convention(false);
        getDelegates().convention(false);
        getPackages().convention(true);
        getOutputs().upToDateWhen(task -> isFunctionOfItsInputs());
        getOutputs().cacheIf("all comes from releases", task -> isFunctionOfItsInputs());
    }

    @Option(option = "provider", description = "The provider to get what is missing for; may be repeated.")
    @Input
    public abstract ListProperty<String> getProviders();

    @Option(option = "plan", description = "Shows what would be done, and changes nothing.")
    @Input
    public abstract Property<Boolean> getPlanOnly();

    /** As Gradle itself was told. */
    @Internal
    public abstract Property<Boolean> getOffline();

    /** Whether packages may be installed. */
    @Input
    public abstract Property<Boolean> getPackages();

    /** The kind of host that programs are for. */
    @Input
    public abstract Property<String> getHost();

    /** Where programs go if no packages are installed; otherwise the user has a folder for all builds. */
    @OutputDirectory
    @Optional
    public abstract DirectoryProperty getTools();

    /** Whether other tasks do it, one for each runtime of the build. */
    @Internal
    public abstract Property<Boolean> getDelegates();

    @TaskAction
    void provision() {
        List<String> arguments = new ArrayList<>(List.of("provision"));
        arguments.addAll(getProviders().get());
        if (getPlanOnly().get()) {
            arguments.add("--dry-run");
        }
        if (getOffline().get()) {
            arguments.add("--offline");
        }
        Map<String, String> more = new HashMap<>();
        if (!getPackages().get()) {
            arguments.add("--no-packages");
            more.put("sandbox.toolsDir", getTools().get().getAsFile().getPath());
        }
        Outcome outcome = run(arguments, more);
        if (!outcome.succeeded()) {
            throw new GradleException(describe() + " could not be provisioned"
                    + (outcome.errors().isEmpty() ? ": see above what is missing" : ": " + outcome.errors()));
        }
        if (isFunctionOfItsInputs()) {
            requirePrograms(new File(getTools().get().getAsFile(), "bin"));
        }
    }

    /** Packages are installed on the host, and a plan is only shown. */
    private boolean isFunctionOfItsInputs() {
        return !getPackages().get() && !getPlanOnly().get();
    }

    /** A cache that kept an empty folder would tell another host that nothing is missing there. */
    private void requirePrograms(File folder) {
        String[] programs = folder.list();
        if (programs == null || programs.length == 0) {
            throw new GradleException(describe() + " has no program in " + folder + ", although it works here: "
                    + (getOffline().get()
                            ? "nothing is fetched offline; run it once without --offline"
                            : "its programs come as packages only; leave out packages = false"));
        }
    }

    private String describe() {
        return getProviders().get().isEmpty()
                ? "All providers"
                : String.join(", ", getProviders().get());
    }
}
