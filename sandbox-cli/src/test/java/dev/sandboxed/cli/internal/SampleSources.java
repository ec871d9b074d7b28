package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles the samples without their builds, against what this module has. */
final class SampleSources {

    private SampleSources() {}

    /** Compiles a folder of the repository into another one, and returns that. */
    static Path compile(String sources, Path classes) throws IOException {
        Files.createDirectories(classes);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
                Stream<Path> found = Files.walk(QuickstartBuildTests.root().resolve(sources))) {
            List<Path> java =
                    found.filter(source -> source.toString().endsWith(".java")).toList();
            List<String> options = List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
            assertThat(compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(java))
                            .call())
                    .isTrue();
        }
        return classes;
    }
}
