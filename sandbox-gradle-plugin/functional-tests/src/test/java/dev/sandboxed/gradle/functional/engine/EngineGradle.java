package dev.sandboxed.gradle.functional.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The engine from a repository, in a process of its own. It has no Kotlin. */
final class EngineGradle implements Gradle {

    /** What Gradle's own start script opens. */
    private static final List<String> OPENED = List.of(
            "java.base/java.lang",
            "java.base/java.lang.invoke",
            "java.base/java.util",
            "java.base/java.net",
            "java.base/java.nio.charset",
            "java.prefs/java.util.prefs",
            "java.xml/javax.xml.namespace");

    /**
     * The compiler is called as a program: within the engine it would need a part that is in no repository.
     */
    private static final String COMPILER = """
            gradle.lifecycle.beforeProject {
                tasks.withType(JavaCompile).configureEach {
                    options.incremental = false
                    options.fork = true
                    options.forkOptions.executable = new File(System.getProperty('java.home'), 'bin/javac').path
                }
            }
            """;

    private final Process process;
    private final BufferedReader output;

    private EngineGradle(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    static EngineGradle startIn(Path folder) {
        List<Path> libraries = ClassPathEntries.startingWith("groovy", "ant-", "kotlin-stdlib", "annotations-");
        EngineHome home = EngineHome.in(folder, libraries);
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin/java").toString()));
        command.addAll(List.of("-Xmx768m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        OPENED.forEach(each -> command.addAll(List.of("--add-opens", each + "=ALL-UNNAMED")));
        List<Path> classPath = new ArrayList<>(libraries);
        classPath.add(home.engine());
        classPath.add(ClassPathEntries.of(EngineMain.class));
        command.addAll(List.of("-cp", ClassPathEntries.joined(classPath), EngineMain.class.getName()));
        try {
            Path userHome =
                    Files.createDirectories(folder.resolve("user-home/init.d")).getParent();
            Files.writeString(userHome.resolve("init.d/compiler.gradle"), COMPILER);
            command.addAll(List.of(userHome.toString(), home.modules().toString()));
            return new EngineGradle(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .directory(folder.toFile())
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + command, e);
        }
    }

    @Override
    public synchronized Outcome run(Path project, List<String> arguments) {
        String request = Stream.concat(Stream.of(project.toString()), arguments.stream())
                        .reduce((one, other) -> one + "\t" + other)
                        .orElseThrow()
                + "\n";
        StringBuilder printed = new StringBuilder();
        try {
            process.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.startsWith(EngineMain.END)) {
                    return new Outcome(line.endsWith(" 0"), printed.toString());
                }
                printed.append(line).append('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The engine is gone; it printed:\n" + printed, e);
        }
        throw new IllegalStateException("The engine is gone; it printed:\n" + printed);
    }

    @Override
    public boolean knowsKotlin() {
        return false;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
