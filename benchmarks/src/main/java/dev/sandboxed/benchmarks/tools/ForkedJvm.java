package dev.sandboxed.benchmarks.tools;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A class to be run in a JVM of its own, which has the class path, the options and the streams of this one.
 *
 * @param main the name of the class
 * @param options what the JVM is given besides, and what wins
 * @param environment what is added to the environment
 */
public record ForkedJvm(String main, List<String> options, Map<String, String> environment) {

    public ForkedJvm {
        options = List.copyOf(options);
        environment = Map.copyOf(environment);
    }

    public ForkedJvm(Class<?> main, List<String> options, Map<String, String> environment) {
        this(main.getName(), options, environment);
    }

    /** Run it and give its exit code. It ends with this JVM, and this JVM not before it has cleaned up. */
    public int run(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(arguments)).inheritIO();
        builder.environment().putAll(environment);
        Process process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process)));
        return process.waitFor();
    }

    /**
     * Starts it and returns it, so that one can talk to it. Only its errors go where those of this JVM go. It has to end when
     * its input does: then it ends with this JVM, however that ends.
     */
    public Process start(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command(arguments)).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private List<String> command(String... arguments) {
        RuntimeMXBean thisJvm = ManagementFactory.getRuntimeMXBean();
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current()
                .info()
                .command()
                .orElseThrow(() -> new IllegalStateException("The system does not tell which java runs this")));
        command.addAll(thisJvm.getInputArguments());
        command.addAll(options);
        command.addAll(List.of("-cp", thisJvm.getClassPath(), main));
        command.addAll(List.of(arguments));
        return command;
    }

    private static void end(Process process) {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
