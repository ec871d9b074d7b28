package dev.sandboxed.gradle.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.gradle.SandboxedExtension;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The scripts in Kotlin can be run with some Gradles only: they are compared with those in Groovy, which are run with all. */
class SampleScriptTests {

    private static final Pattern SETTING = Pattern.compile("(?m)^ +(\\w+)\\.(?:set|put)\\((.+)\\)$");

    private final String groovy = Sample.of("gradle-groovy").text("build.gradle");
    private final String kotlin = Sample.of("gradle-kotlin").text("build.gradle.kts");

    @Test
    void bothBuildsSayTheSame() {
        assertThat(inGroovy(kotlin)).isEqualTo(groovy);
    }

    @Test
    void bothFindThePluginAndLibrariesInTheSamePlaces() {
        assertThat(inGroovy(Sample.of("gradle-kotlin").text("settings.gradle.kts")))
                .isEqualTo(
                        Sample.of("gradle-groovy").text("settings.gradle").replace("gradle-groovy", "gradle-kotlin"));
    }

    @Test
    void whatIsSetInKotlinExistsAndHasThatType() {
        List<MatchResult> settings = SETTING.matcher(kotlin).results().toList();

        assertThat(settings)
                .extracting(setting -> setting.group(1))
                .contains("isolation", "keep", "poolAhead", "liveSandboxes", "settings");
        assertThat(settings)
                .allSatisfy(setting -> assertThat(typeOf(setting.group(1)))
                        .as(setting.group().strip())
                        .isEqualTo(typeFor(setting.group())));
    }

    @Test
    void theVersionsAreThoseOfThisBuild() {
        assertThat(Sample.only(groovy, Pattern.compile("version '([^']+)'")))
                .isEqualTo(System.getProperty("sandboxed.version"));
        assertThat(Sample.only(groovy, Pattern.compile("junit-jupiter:([^']+)'")))
                .isEqualTo(System.getProperty("junit.version"));
        assertThat(Sample.only(groovy, Pattern.compile("junit-platform-launcher:([^']+)'")))
                .isEqualTo(System.getProperty("junit.platform.version"));
    }

    /** Spells in Groovy what the two languages spell differently, as far as the samples use it. */
    private static String inGroovy(String script) {
        return script.replace('"', '\'')
                .replaceAll("(?m)^( +\\w+)\\.set\\((.+)\\)$", "$1 = $2")
                .replaceAll("(?m)^( +(?:id|testImplementation|testRuntimeOnly))\\(('[^']+')\\)", "$1 $2")
                .replaceAll("withType<(\\w+)>\\(\\)", "withType($1)");
    }

    private static String typeOf(String property) {
        String getter = "get" + property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
        return Arrays.stream(SandboxedExtension.class.getMethods())
                .filter(method -> method.getName().equals(getter))
                .map(method -> method.getGenericReturnType().getTypeName().replaceAll("\\w+\\.", ""))
                .findFirst()
                .orElse("nothing: there is no " + getter);
    }

    private static String typeFor(String setting) {
        if (setting.contains(".put(")) {
            return "MapProperty<String, String>";
        }
        return setting.matches(".*\\(\\d+\\)") ? "Property<Integer>" : "Property<String>";
    }
}
