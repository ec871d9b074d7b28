package dev.sandboxed.gradle.internal;

import java.util.Map;
import java.util.TreeMap;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.process.CommandLineArgumentProvider;

/**
 * The arguments of a test task's JVMs: system properties, which JUnit takes for its configuration parameters.
 *
 * <p>What changes only how long tests take, or where files go, is no part of the key of the build cache.
 */
public abstract class TestSettings implements CommandLineArgumentProvider {

    @Input
    public abstract MapProperty<String, String> getDecisive();

    /** The variables of the environment that are settings: a JVM of tests inherits them. */
    @Input
    public abstract MapProperty<String, String> getEnvironment();

    /** The folders of programs that are made for this build. */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public abstract ConfigurableFileCollection getTools();

    /** The command line, which has the pool that all JVMs of the build share; empty if each has its own. */
    @Internal
    public abstract ConfigurableFileCollection getPoolClasspath();

    /** Who starts that pool. */
    @Internal
    public abstract Property<SharedPool> getSharedPool();

    @Internal
    public abstract MapProperty<String, String> getPace();

    /** An output of the task. */
    @Internal
    public abstract DirectoryProperty getReportDirectory();

    @Override
    public Iterable<String> asArguments() {
        Map<String, String> all = new TreeMap<>(getPace().get());
        all.putAll(getDecisive().get());
        Choice.requireValid(all);
        String reports = getReportDirectory().get().getAsFile().getPath();
        all.putIfAbsent("sandbox.keepDir", reports + "/kept");
        if (!getEnvironment().get().containsKey("SANDBOX_REPORT_DIR")) {
            all.putIfAbsent("sandbox.reportDir", reports + "/page");
        }
        all.putIfAbsent("junit.platform.reporting.output.dir", reports);
        if (!getTools().isEmpty()) {
            all.putIfAbsent("sandbox.toolsDir", getTools().getAsPath());
        }
        boolean has = all.containsKey("sandbox.poolServer") || "off".equals(all.get("sandbox.pool"));
        if (!has && !getPoolClasspath().isEmpty()) {
            Map<String, String> ofPool = new TreeMap<>(all);
            // Other tasks may use other providers.
            ofPool.remove("sandbox.provider");
            all.putAll(getSharedPool().get().access(getPoolClasspath(), ofPool));
        }
        return all.entrySet().stream()
                .map(setting -> "-D" + setting.getKey() + "=" + setting.getValue())
                .toList();
    }
}
