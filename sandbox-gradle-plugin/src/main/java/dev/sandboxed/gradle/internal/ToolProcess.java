package dev.sandboxed.gradle.internal;

import java.util.List;
import java.util.Map;
import org.gradle.api.file.FileCollection;
import org.gradle.process.JavaExecSpec;

/** How the command line is started. */
public final class ToolProcess {

    /** As the script starts it: most of it lives for seconds, in which the second compiler costs more than it gains. */
    private static final List<String> JVM = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private static final String MAIN = "dev.sandboxed.cli.internal.Main";

    private ToolProcess() {}

    /** Says what is to be started; how it ended is to be looked at by the caller. */
    public static void describe(
            JavaExecSpec spec, FileCollection classpath, Map<String, String> settings, List<String> arguments) {
        spec.setClasspath(classpath);
        spec.getMainClass().set(MAIN);
        spec.setArgs(arguments);
        spec.setJvmArgs(JVM);
        // Java 17 takes from it how the names of files are written.
        spec.environment("LC_ALL", "C.UTF-8");
        spec.systemProperties(settings);
        spec.setIgnoreExitValue(true);
    }
}
