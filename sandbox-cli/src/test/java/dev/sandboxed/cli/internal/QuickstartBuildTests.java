package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The quickstart's two builds are copied as they are: they name the versions that this repository has, and the same ones. */
class QuickstartBuildTests {

    private static final Pattern PLUGIN =
            Pattern.compile("<artifactId>(maven-[a-z]+-plugin)</artifactId>\\s*<version>([^<]+)</version>");

    private final Path root = root();
    private final String rootPom = text("pom.xml");
    private final String maven = text("samples/quickstart/pom.xml");
    private final String gradle = text("samples/quickstart/build.gradle.kts");

    @Test
    void bothBuildsUseThisVersionAndOneDependencyOfOurs() {
        String version = only(rootPom, "<artifactId>sandboxed-parent</artifactId>\\s*<version>([^<]+)</version>");

        assertThat(only(
                        maven,
                        "<groupId>dev\\.sandboxed</groupId>\\s*<artifactId>sandbox-junit</artifactId>\\s*"
                                + "<version>([^<]+)</version>\\s*<scope>test</scope>"))
                .isEqualTo(version);
        assertThat(only(gradle, "testImplementation\\(\"dev\\.sandboxed:sandbox-junit:([^\"]+)\"\\)"))
                .isEqualTo(version);
        assertThat(maven.split("dev\\.sandboxed", -1)).hasSize(2);
        assertThat(gradle.split("dev\\.sandboxed", -1)).hasSize(2);
    }

    @Test
    void bothBuildsUseTheJunitThatOursIsTestedWith() {
        String version = only(rootPom, "<junit\\.version>([^<]+)</junit\\.version>");

        assertThat(only(maven, "<junit\\.version>([^<]+)</junit\\.version>")).isEqualTo(version);
        assertThat(only(gradle, "\"org\\.junit\\.jupiter:junit-jupiter:([^\"]+)\""))
                .isEqualTo(version);
    }

    @Test
    void bothBuildsAreForTheSameJava() {
        String release = only(rootPom, "<java\\.release>([^<]+)</java\\.release>");

        assertThat(only(maven, "<maven\\.compiler\\.release>([^<]+)<")).isEqualTo(release);
        assertThat(only(gradle, "options\\.release\\.set\\((\\d+)\\)")).isEqualTo(release);
    }

    @Test
    void thePluginsAreThoseOfThisBuildSoThatNoOthersAreDownloaded() {
        List<MatchResult> plugins = PLUGIN.matcher(maven).results().toList();

        assertThat(plugins)
                .extracting(plugin -> plugin.group(1))
                .contains("maven-resources-plugin", "maven-compiler-plugin", "maven-surefire-plugin");
        assertThat(plugins)
                .allSatisfy(plugin ->
                        assertThat(rootPom).contains("<" + plugin.group(1) + ".version>" + plugin.group(2) + "</"));
    }

    @Test
    void theReadmeNamesEveryTest() throws IOException {
        String readme = text("samples/quickstart/README.md");
        try (var sources = Files.list(root.resolve("samples/quickstart/src/test/java/quickstart"))) {
            assertThat(sources.map(source -> source.getFileName().toString()))
                    .hasSizeGreaterThanOrEqualTo(5)
                    .allSatisfy(name -> assertThat(readme).contains("(src/test/java/quickstart/" + name + ")"));
        }
    }

    private static String only(String text, String pattern) {
        List<String> found = Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(found).as("what matches %s", pattern).hasSize(1);
        return found.get(0);
    }

    private String text(String path) {
        try {
            return Files.readString(root.resolve(path));
        } catch (IOException e) {
            throw new AssertionError("Cannot read " + path, e);
        }
    }

    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("samples/quickstart"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
