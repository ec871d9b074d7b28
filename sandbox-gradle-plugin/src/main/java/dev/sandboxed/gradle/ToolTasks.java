package dev.sandboxed.gradle;

import dev.sandboxed.gradle.internal.task.CommandLineTask;
import dev.sandboxed.gradle.internal.task.ConformanceTask;
import dev.sandboxed.gradle.internal.task.DoctorTask;
import dev.sandboxed.gradle.internal.task.ProvisionTask;
import dev.sandboxed.gradle.internal.task.ReapTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.gradle.api.NamedDomainObjectProvider;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.attributes.Category;
import org.gradle.api.attributes.LibraryElements;
import org.gradle.api.attributes.Usage;
import org.gradle.api.file.Directory;
import org.gradle.api.plugins.JavaPlugin;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.TaskProvider;
import org.gradle.jvm.tasks.Jar;

/** The tasks that run the command line, and the class paths they run it with. */
final class ToolTasks {

    private static final String TOOL = "sandboxedTool";
    private static final String PROVISION = "sandboxProvision";

    private final ProjectWiring wiring;
    private final Project project;
    private final SandboxedExtension extension;
    private final List<TaskProvider<ProvisionTask>> each = new ArrayList<>();

    ToolTasks(ProjectWiring wiring) {
        this.wiring = wiring;
        this.project = wiring.project();
        this.extension = wiring.extension();
    }

    /** Returns the folders of programs that tasks make, with these tasks. */
    List<Provider<Directory>> tools() {
        return each.stream()
                .<Provider<Directory>>map(task -> task.flatMap(ProvisionTask::getTools))
                .filter(Provider::isPresent)
                .toList();
    }

    /** Returns the command line with all it needs. */
    Provider<Configuration> classpath() {
        return project.getConfigurations().named(TOOL + "Classpath");
    }

    void register() {
        project.getPluginManager().apply("jvm-ecosystem");
        NamedDomainObjectProvider<Configuration> tool = project.getConfigurations()
                .register(TOOL, configuration -> {
                    configuration.setDescription(
                            "The command line of Sandboxed, in the plugin's version unless another is declared.");
                    configuration.setCanBeResolved(false);
                    configuration.setCanBeConsumed(false);
                    configuration.defaultDependencies(dependencies ->
                            dependencies.add(project.getDependencies().create(wiring.module("sandbox-cli"))));
                });
        NamedDomainObjectProvider<Configuration> toolClasspath =
                classpath(TOOL + "Classpath", "What the command line of Sandboxed runs with.", tool);
        NamedDomainObjectProvider<Configuration> conformanceClasspath = classpath(
                "sandboxConformanceClasspath", "The command line together with the providers of this project.", tool);
        project.getTasks().register("sandboxDoctor", DoctorTask.class, task -> {
            prepare(task, toolClasspath);
            task.getReport().set(extension.getReportDirectory().file("doctor.json"));
        });
        project.getTasks().register("sandboxReap", ReapTask.class, task -> prepare(task, toolClasspath));
        registerProvision(toolClasspath);
        TaskProvider<ConformanceTask> conformance = project.getTasks()
                .register("sandboxConformance", ConformanceTask.class, task -> {
                    prepare(task, conformanceClasspath);
                    task.usesService(wiring.budget());
                    task.getDeadlineFactor().set(extension.getDeadlineFactor());
                    task.getReports().set(extension.getReportDirectory().dir("conformance"));
                });
        project.getPluginManager().withPlugin("java", plugin -> addOwnProviders(conformanceClasspath, conformance));
    }

    private NamedDomainObjectProvider<Configuration> classpath(
            String name, String description, NamedDomainObjectProvider<Configuration> tool) {
        return project.getConfigurations().register(name, configuration -> {
            configuration.setDescription(description);
            configuration.setCanBeConsumed(false);
            configuration.extendsFrom(tool.get());
            configuration.attributes(attributes -> {
                attributes.attribute(
                        Usage.USAGE_ATTRIBUTE, project.getObjects().named(Usage.class, Usage.JAVA_RUNTIME));
                attributes.attribute(
                        Category.CATEGORY_ATTRIBUTE, project.getObjects().named(Category.class, Category.LIBRARY));
                attributes.attribute(
                        LibraryElements.LIBRARY_ELEMENTS_ATTRIBUTE,
                        project.getObjects().named(LibraryElements.class, LibraryElements.JAR));
            });
        });
    }

    /** Resolved together with the command line, so that there is one version of each library. */
    private void addOwnProviders(
            NamedDomainObjectProvider<Configuration> classpath, TaskProvider<ConformanceTask> conformance) {
        classpath.configure(configuration -> configuration.extendsFrom(
                project.getConfigurations().getByName(JavaPlugin.IMPLEMENTATION_CONFIGURATION_NAME),
                project.getConfigurations().getByName(JavaPlugin.RUNTIME_ONLY_CONFIGURATION_NAME)));
        // The jar and not the classes: a certificate tells the version that the jar's manifest has.
        TaskProvider<Jar> own = project.getTasks().named(JavaPlugin.JAR_TASK_NAME, Jar.class);
        conformance.configure(task -> task.getToolClasspath().from(own));
    }

    private void registerProvision(NamedDomainObjectProvider<Configuration> classpath) {
        extension
                .getRuntimes()
                .all(runtime -> each.add(project.getTasks()
                        .register(PROVISION + capitalized(runtime.getName()), ProvisionTask.class, task -> {
                            task.setDescription("Gets what " + runtime.getName() + " needs of this host.");
                            prepare(task, classpath);
                            task.getProviders().set(List.of(runtime.getName()));
                            task.getPackages().set(runtime.getPackages());
                            task.getTools()
                                    .set(runtime.getPackages()
                                            .flatMap(packages -> packages
                                                    ? project.getObjects().directoryProperty()
                                                    : project.getLayout()
                                                            .getBuildDirectory()
                                                            .dir("sandboxed/" + runtime.getName())));
                        })));
        project.getTasks().register(PROVISION, ProvisionTask.class, task -> {
            task.setDescription(
                    "Gets what the runtimes of this build need of this host; without any, what little others need.");
            prepare(task, classpath);
            // The option --provider is known only after this.
            Provider<Boolean> delegates =
                    project.provider(() -> task.getProviders().get().isEmpty() && !each.isEmpty());
            task.dependsOn(delegates.map(yes -> yes ? each : List.of()));
            task.getDelegates().set(delegates);
            task.onlyIf(
                    "its runtimes have tasks of their own",
                    spec -> !((ProvisionTask) spec).getDelegates().get());
        });
    }

    private void prepare(ProvisionTask task, NamedDomainObjectProvider<Configuration> classpath) {
        prepare((CommandLineTask) task, classpath);
        task.getSettings().putAll(wiring.settings().sources());
        task.getHost()
                .set(property("os.name").zip(property("os.arch"), (system, processor) -> system + " on " + processor));
        task.getOffline().set(project.getGradle().getStartParameter().isOffline());
    }

    private void prepare(CommandLineTask task, NamedDomainObjectProvider<Configuration> classpath) {
        task.getToolClasspath().from(classpath);
        task.getSettings().putAll(wiring.settings().decisive());
    }

    private Provider<String> property(String name) {
        return project.getProviders().systemProperty(name);
    }

    private static String capitalized(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}
