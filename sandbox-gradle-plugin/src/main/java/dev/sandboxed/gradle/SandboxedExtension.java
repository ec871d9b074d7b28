package dev.sandboxed.gradle;

import org.gradle.api.Action;
import org.gradle.api.Named;
import org.gradle.api.NamedDomainObjectContainer;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;

/**
 * The settings of a project, {@code sandboxed { }}.
 *
 * <p>What is not set here is not passed on, so that an annotation, the file {@code sandboxed.properties} or the default decides.
 * Each property that stands for a setting is by default the Gradle property of the same name, as in {@code
 * -Psandbox.isolation=container}. A task that would use a value that is not among the possible ones fails and names them.
 */
public abstract class SandboxedExtension {

    /** The only provider to use, or {@code auto} to choose the strongest that works; the Gradle property is {@code sandbox.provider}. */
    public abstract Property<String> getProvider();

    /**
     * The weakest isolation that tests accept: {@code process}, {@code filesystem}, {@code namespace}, {@code container}, {@code
     * userspace-kernel} or {@code microvm}; {@code sandbox.isolation}. By default every provider is accepted.
     */
    public abstract Property<String> getIsolation();

    /** What providers are ordered by: {@code isolation} or {@code speed}; {@code sandbox.prefer}. By default isolation. */
    public abstract Property<String> getPrefer();

    /** Where sandboxes run: {@code self-hosted} or {@code managed}; {@code sandbox.deployment}. By default self-hosted. */
    public abstract Property<String> getMode();

    /** What becomes of a test that no provider will do for: {@code fail} or {@code skip}; {@code sandbox.onUnavailable}. By default it fails. */
    public abstract Property<String> getOnUnavailable();

    /** When the files of a test's sandbox are kept: {@code never}, {@code on-failure} or {@code always}; {@code sandbox.keep}. By default never. */
    public abstract Property<String> getKeep();

    /** The image of sandboxes; {@code sandbox.image}. By default the provider's own. */
    public abstract Property<String> getImage();

    /** Whether sandboxes are made before tests ask for them; {@code sandbox.pool}, which is {@code on} or {@code off}. By default they are. */
    public abstract Property<Boolean> getPool();

    /** How many sandboxes each JVM makes ahead at most; {@code sandbox.poolAhead}. By default what suits the machine. */
    public abstract Property<Integer> getPoolAhead();

    /**
     * How many sandboxes live at once at most, in all JVMs of all tasks together. Each JVM of a test task gets its share, which is
     * at least one: this number divided by how many tasks use sandboxes at once and by the task's {@code maxParallelForks}. The former
     * is the Gradle property {@code sandbox.parallelTasks}, for it is one for the whole build: by default as many as Gradle has workers.
     * {@code sandbox.poolLive}. By default there is no limit.
     */
    public abstract Property<Integer> getLiveSandboxes();

    /**
     * Whether all JVMs of all test tasks share one pool of sandboxes, which a process beside the build has: what all need next is made
     * before what any needs later, and {@code liveSandboxes} bounds all that come from it together without being shared out. {@code
     * sandbox.sharedPool}, which is {@code on} or {@code off}. By default each JVM has a pool of its own.
     */
    public abstract Property<Boolean> getSharedPool();

    /** Stretches the deadlines of the conformance kit, for slow machines. By default 1. */
    public abstract Property<Double> getDeadlineFactor();

    /** Where certificates, the doctor's report, and what tests keep of their sandboxes go. By default {@code sandboxed} in the folder of reports. */
    public abstract DirectoryProperty getReportDirectory();

    /** Other settings, by their whole names, as in {@code sandbox.memory}. By default none. */
    public abstract MapProperty<String, String> getSettings();

    /**
     * Whether test suites get {@code dev.sandboxed:sandbox-junit}, which brings the extension, the assertions and all providers, in
     * the plugin's version. By default they do.
     */
    public abstract Property<Boolean> getAddDependencies();

    /** What is to be known about providers, each by its name. By default nothing. */
    public abstract NamedDomainObjectContainer<RuntimeSettings> getRuntimes();

    /** Configures what is to be known about providers. Each one gets a task {@code sandboxProvision<Name>}. */
    public void runtimes(Action<? super NamedDomainObjectContainer<RuntimeSettings>> action) {
        action.execute(getRuntimes());
    }

    /** A provider of this build's tests. Its name is the provider's, as in {@code gvisor}; every provider has one. */
    public interface RuntimeSettings extends Named {

        /** The provider's own settings, as in {@code host} for {@code sandbox.docker.host}. By default none. */
        MapProperty<String, String> getSettings();

        /** Sites that have the same files as the makers of programs, by the name of the program, as in {@code runsc}. By default none. */
        MapProperty<String, String> getMirrors();

        /**
         * Whether packages of the distribution may be installed for it, which takes root. Where they may not, its programs come from
         * releases of their makers into a folder of the project, which the build cache can hold; test tasks get them before they
         * run. By default they may, and tests run with what is there.
         */
        Property<Boolean> getPackages();
    }
}
