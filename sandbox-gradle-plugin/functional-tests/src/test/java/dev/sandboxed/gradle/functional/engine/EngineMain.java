package dev.sandboxed.gradle.functional.engine;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.gradle.api.internal.StartParameterInternal;
import org.gradle.api.internal.file.FileCollectionFactory;
import org.gradle.cli.CommandLineArgumentException;
import org.gradle.cli.CommandLineParser;
import org.gradle.initialization.DefaultBuildCancellationToken;
import org.gradle.initialization.DefaultBuildRequestContext;
import org.gradle.initialization.DefaultBuildRequestMetaData;
import org.gradle.initialization.layout.BuildLayoutFactory;
import org.gradle.internal.buildprocess.BuildProcessState;
import org.gradle.internal.classpath.ClassPath;
import org.gradle.internal.classpath.DefaultClassPath;
import org.gradle.internal.instrumentation.agent.AgentStatus;
import org.gradle.internal.logging.LoggingManagerInternal;
import org.gradle.internal.logging.services.DefaultLoggingManagerFactory;
import org.gradle.internal.logging.services.LoggingServiceRegistry;
import org.gradle.internal.nativeintegration.services.NativeServices;
import org.gradle.internal.service.ServiceRegistry;
import org.gradle.launcher.cli.BuildEnvironmentConfigurationConverter;
import org.gradle.launcher.cli.Parameters;
import org.gradle.launcher.exec.BuildActionResult;
import org.gradle.launcher.exec.BuildExecutor;
import org.gradle.launcher.exec.DefaultBuildActionParameters;
import org.gradle.tooling.internal.provider.action.ExecuteBuildAction;

/**
 * A process that runs builds one after the other, as Gradle's daemon does.
 *
 * <p>Each line of its input is a build: the project's folder and the arguments, separated by tabs. What the build prints comes
 * out, and then a line with {@link #END} and 0 or 1.
 */
final class EngineMain {

    static final String END = "end of build: ";

    private final ServiceRegistry services;
    private final File userHome;

    private EngineMain(ServiceRegistry services, File userHome) {
        this.services = services;
        this.userHome = userHome;
    }

    public static void main(String[] arguments) throws IOException {
        File userHome = new File(arguments[0]);
        File[] modules = new File(arguments[1]).listFiles();
        NativeServices.initializeOnDaemon(userHome, NativeServices.NativeServicesMode.ENABLED);
        ServiceRegistry logging = LoggingServiceRegistry.newCommandLineProcessLogging();
        LoggingManagerInternal output =
                logging.get(DefaultLoggingManagerFactory.class).getRoot();
        output.attachSystemOutAndErr();
        output.captureSystemSources().start();
        PrintStream marks = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (BuildProcessState state = new BuildProcessState(
                false, AgentStatus.disabled(), DefaultClassPath.of(modules), logging, NativeServices.getInstance())) {
            EngineMain engine = new EngineMain(state.getServices(), userHome);
            for (String request = requests.readLine(); request != null; request = requests.readLine()) {
                int code = engine.runAlone(List.of(request.split("\t")));
                output.flush();
                marks.println(END + code);
            }
        }
        // Gradle leaves threads behind that are no daemons.
        System.exit(0);
    }

    /** A build sets the system properties of its command line; the next one must not find them. */
    private int runAlone(List<String> request) {
        Properties before = (Properties) System.getProperties().clone();
        try {
            return run(request);
        } finally {
            System.setProperties(before);
        }
    }

    private int run(List<String> request) {
        File folder = new File(request.get(0));
        List<String> arguments = new ArrayList<>(request.subList(1, request.size()));
        arguments.add("--gradle-user-home=" + userHome);
        try {
            Parameters parameters = parse(folder, arguments);
            StartParameterInternal start = parameters.getStartParameter();
            BuildActionResult result = services.get(BuildExecutor.class)
                    .execute(
                            new ExecuteBuildAction(start),
                            new DefaultBuildActionParameters(
                                    parameters.getDaemonParameters().getEffectiveSystemProperties(),
                                    System.getenv(),
                                    folder,
                                    start.getLogLevel(),
                                    true,
                                    ClassPath.EMPTY),
                            new DefaultBuildRequestContext(
                                    new DefaultBuildRequestMetaData(System.currentTimeMillis()),
                                    new DefaultBuildCancellationToken(),
                                    event -> {}));
            return result.hasFailure() ? 1 : 0;
        } catch (CommandLineArgumentException e) {
            System.out.println(e.getMessage());
            return 1;
        }
    }

    private Parameters parse(File folder, List<String> arguments) {
        BuildEnvironmentConfigurationConverter converter = new BuildEnvironmentConfigurationConverter(
                new BuildLayoutFactory(), services.get(FileCollectionFactory.class));
        CommandLineParser parser = new CommandLineParser();
        converter.configure(parser);
        parser.allowMixedSubcommandsAndOptions();
        return converter.convertParameters(parser.parse(arguments), folder);
    }
}
