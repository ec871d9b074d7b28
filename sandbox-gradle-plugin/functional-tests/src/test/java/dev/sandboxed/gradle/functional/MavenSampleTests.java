package dev.sandboxed.gradle.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.core.internal.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The sample for Maven, which {@code ./sandboxed test} builds: it names what this build has, so that nothing else is fetched. */
class MavenSampleTests {

    private static final Pattern PLUGIN =
            Pattern.compile("<artifactId>(maven-[a-z]+-plugin)</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern SETTING = Pattern.compile("<(sandbox\\.[\\w.]+)>");

    private final Sample sample = Sample.of("maven");
    private final String pom = sample.text("pom.xml");

    @Test
    void theVersionsAreThoseOfThisBuild() {
        assertThat(Sample.only(pom, Pattern.compile("<artifactId>sandbox-junit</artifactId>\\s*<version>([^<]+)<")))
                .isEqualTo(System.getProperty("sandboxed.version"));
        assertThat(Sample.only(pom, Pattern.compile("<junit\\.version>([^<]+)<")))
                .isEqualTo(System.getProperty("junit.version"));
    }

    @Test
    void thePluginsAreThoseOfThisBuild() throws IOException {
        String root = Files.readString(Path.of("../../pom.xml"));
        List<MatchResult> plugins = PLUGIN.matcher(pom).results().toList();

        assertThat(plugins)
                .extracting(plugin -> plugin.group(1))
                .containsExactly("maven-resources-plugin", "maven-compiler-plugin", "maven-surefire-plugin");
        assertThat(plugins)
                .allSatisfy(plugin ->
                        assertThat(root).contains("<" + plugin.group(1) + ".version>" + plugin.group(2) + "</"));
    }

    @Test
    void everySettingExists() {
        assertThat(SETTING.matcher(pom).results().map(setting -> setting.group(1)))
                .contains("sandbox.isolation", "sandbox.keep", "sandbox.keepDir", "sandbox.poolAhead")
                .isSubsetOf(
                        Arrays.stream(ConfigKey.values()).map(ConfigKey::key).toList());
    }

    @Test
    void theReadmeNamesEveryTest() {
        sample.requireReadmeToNameEveryTest();
    }
}
