package dev.sandboxed.gradle.functional;

import dev.sandboxed.gradle.functional.engine.Gradle;
import dev.sandboxed.gradle.functional.engine.Gradle.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A project that a test writes and builds. Our modules come from the local repository of Maven. */
final class Build {

    /** What a build says that has tests in Java. */
    static final String JAVA = """
            plugins { id 'java'; id 'dev.sandboxed' version '%1$s' }
            dependencies {
                testImplementation 'org.junit.jupiter:junit-jupiter:%2$s'
                testRuntimeOnly 'org.junit.platform:junit-platform-launcher:%3$s'
            }
            tasks.withType(Test).configureEach {
                useJUnitPlatform()
                testLogging { showStandardStreams = true; events 'passed', 'failed'; exceptionFormat = 'full' }
            }
            """;

    private static final String SETTINGS = """
            pluginManagement { repositories { maven { url = '%s' }; mavenLocal() } }
            dependencyResolutionManagement { repositories { mavenLocal(); mavenCentral() } }
            buildCache { local { directory = file('build-cache') } }
            rootProject.name = 'tried'
            """;

    private final Path folder;
    private final Gradle gradle;
    private final String version;

    private Build(Path folder, Gradle gradle, String version) {
        this.folder = folder;
        this.gradle = gradle;
        this.version = version;
    }

    static Build in(Path folder, Gradle gradle, Path repository, String version) {
        return new Build(folder, gradle, version).file("settings.gradle", SETTINGS.formatted(repository.toUri()));
    }

    /** Writes the build's script; {@link #JAVA} and the like are filled with versions. */
    Build script(String... parts) {
        return file("build.gradle", filled(String.join("\n", parts)));
    }

    String filled(String script) {
        return script.formatted(
                version, System.getProperty("junit.version"), System.getProperty("junit.platform.version"));
    }

    Build file(String path, String text) {
        try {
            Path file = folder.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + path, e);
        }
    }

    /** Writes a test class of JUnit with an annotated class and one test that gets a sandbox. */
    Build test(String statements) {
        return file("src/test/java/TriedTests.java", """
                import dev.sandboxed.api.Sandbox;
                import dev.sandboxed.junit.Sandboxed;
                import org.junit.jupiter.api.Test;

                @Sandboxed
                class TriedTests {
                    @Test
                    void tried(Sandbox sandbox) {
                        %s
                    }
                }
                """.formatted(statements));
    }

    String text(String path) {
        try {
            return Files.readString(folder.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read " + path, e);
        }
    }

    Path folder() {
        return folder;
    }

    boolean knowsKotlin() {
        return gradle.knowsKotlin();
    }

    /** Builds; anything that Gradle calls deprecated fails the build. */
    Outcome run(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        // Only Maven names one; otherwise it is where Gradle looks, too.
        Optional.ofNullable(System.getProperty("maven.repo.local"))
                .ifPresent(repository -> all.add("-Dmaven.repo.local=" + repository));
        all.addAll(List.of("--warning-mode=fail", "--no-watch-fs"));
        return gradle.run(folder, all);
    }
}
