package dev.sandboxed.gradle;

import dev.sandboxed.gradle.internal.PluginVersion;
import dev.sandboxed.gradle.internal.SandboxBudget;
import dev.sandboxed.gradle.internal.SharedPool;
import dev.sandboxed.gradle.internal.TestSettings;
import dev.sandboxed.gradle.internal.task.ProvisionTask;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Dependency;
import org.gradle.api.file.Directory;
import org.gradle.api.plugins.jvm.JvmTestSuite;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.testing.Test;
import org.gradle.testing.base.TestingExtension;

/**
 * What the plugin does to a project.
 *
 * @param project the project
 * @param extension its settings
 * @param settings the same, by their keys
 * @param budget the right to use sandboxes
 * @param sharedPool the pool of the build, if it wants one
 */
record ProjectWiring(
        Project project,
        SandboxedExtension extension,
        Settings settings,
        Provider<SandboxBudget> budget,
        Provider<SharedPool> sharedPool) {

    /** Adds the extension {@code sandboxed}. */
    static ProjectWiring of(Project project) {
        SandboxedExtension extension = project.getExtensions().create("sandboxed", SandboxedExtension.class);
        int parallelTasks = Settings.number(project.getProviders(), "sandbox.parallelTasks")
                .getOrElse(project.getGradle().getStartParameter().getMaxWorkerCount());
        Settings settings = new Settings(extension, project.getProviders(), parallelTasks);
        settings.useGradleProperties();
        extension.getAddDependencies().convention(true);
        extension.getDeadlineFactor().convention(1.0);
        extension
                .getReportDirectory()
                .convention(project.getLayout().getBuildDirectory().dir("reports/sandboxed"));
        // The configuration cache keeps the number that is given here, and none that is given later.
        Provider<SandboxBudget> budget = project.getGradle()
                .getSharedServices()
                .registerIfAbsent(
                        SandboxBudget.NAME,
                        SandboxBudget.class,
                        spec -> spec.getMaxParallelUsages().set(parallelTasks));
        Provider<SharedPool> sharedPool =
                project.getGradle().getSharedServices().registerIfAbsent(SharedPool.NAME, SharedPool.class, spec -> {});
        return new ProjectWiring(project, extension, settings, budget, sharedPool);
    }

    /** Does everything. */
    void wire() {
        extension.getRuntimes().configureEach(runtime -> runtime.getPackages().convention(true));
        ToolTasks tools = new ToolTasks(this);
        tools.register();
        project.getTasks().withType(Test.class).configureEach(test -> wire(test, tools));
        project.getPluginManager().withPlugin("jvm-test-suite", plugin -> addDependencies());
    }

    private void wire(Test test, ToolTasks tools) {
        Provider<Directory> reports = extension.getReportDirectory().dir(test.getName());
        TestSettings arguments = project.getObjects().newInstance(TestSettings.class);
        arguments.getDecisive().set(settings.decisive());
        arguments
                .getEnvironment()
                .set(project.getProviders()
                        .environmentVariablesPrefixedBy("SANDBOX_")
                        .map(ProjectWiring::withoutPool));
        arguments.getPace().set(settings.pace(project.getProviders().provider(test::getMaxParallelForks)));
        arguments.getReportDirectory().set(reports);
        arguments.getSharedPool().set(sharedPool);
        arguments.getPoolClasspath().from((Callable<?>)
                () -> extension.getSharedPool().get() ? tools.classpath() : List.of());
        arguments.getTools().from((Callable<?>) tools::tools);
        test.getJvmArgumentProviders().add(arguments);
        test.getOutputs().dir(reports).withPropertyName("sandboxedReports");
        test.usesService(budget);
        test.usesService(sharedPool);
        test.dependsOn(arguments.getPoolClasspath());
        // Whoever asks for both wants the tests to find what was got.
        test.mustRunAfter(project.getTasks().withType(ProvisionTask.class));
    }

    /** Where a pool is does not change what tests find, and is another place each time. */
    private static Map<String, String> withoutPool(Map<String, String> variables) {
        Map<String, String> others = new TreeMap<>(variables);
        others.keySet()
                .removeIf(name -> name.startsWith("SANDBOX_POOL_SERVER") || name.startsWith("SANDBOX_POOL_TOKEN"));
        return others;
    }

    /** Every suite of tests, not only the one that is called test. */
    private void addDependencies() {
        Provider<List<Dependency>> added = extension
                .getAddDependencies()
                .map(add -> add ? List.of(project.getDependencies().create(module("sandbox-junit"))) : List.of());
        project.getExtensions()
                .getByType(TestingExtension.class)
                .getSuites()
                .withType(JvmTestSuite.class)
                .configureEach(suite -> project.getConfigurations()
                        .named(suite.getSources().getImplementationConfigurationName())
                        .configure(implementation ->
                                implementation.getDependencies().addAllLater(added)));
    }

    String module(String artifact) {
        return "dev.sandboxed:" + artifact + ":" + PluginVersion.read();
    }
}
