package dev.sandboxed.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.core.ProviderRegistry;
import dev.sandboxed.core.config.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The demo as the script starts it: the quickstart's own tests, with the extension and the providers that are really there. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(120)
class QuickstartTests {

    @TempDir
    Path folder;

    @Test
    void theDemoRunsTheQuickstartAndTellsWhereEachTestRan() throws IOException {
        Path classes = compiled();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Host host = new Host(
                InputStream.nullInputStream(),
                out,
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new Surroundings(Map.of("user.dir", folder.toString(), "sandbox.stateDir", "state"), Map.of()),
                configuration -> ProviderRegistry.discover(
                        configuration, SandboxListener.SILENT, getClass().getClassLoader()));

        int code = Main.execute(host, "demo", "--classes", classes.toString());

        String text = out.toString(StandardCharsets.UTF_8);
        assertThat(code).as(text).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(text)
                .containsPattern("(?m)^    passed +\\d+\\.\\d\\d s  \\S+ \\(\\S+\\) +a command runs in a sandbox$")
                .containsPattern("(?m)^[56] passed, 0 failed, [01] skipped in ");
        assertThat(text.lines().filter(line -> line.startsWith("    passed ")))
                .hasSizeGreaterThanOrEqualTo(5)
                .allSatisfy(line -> assertThat(line).containsPattern(" s  [a-z0-9-]+ \\([a-z-]+\\) "));
    }

    private Path compiled() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                Stream<Path> sources = Files.walk(QuickstartBuildTests.root().resolve("samples/quickstart/src/test"))) {
            List<Path> java = sources.filter(source -> source.toString().endsWith(".java"))
                    .toList();
            List<String> options = List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
            assertThat(compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(java))
                            .call())
                    .isTrue();
        }
        return classes;
    }
}
