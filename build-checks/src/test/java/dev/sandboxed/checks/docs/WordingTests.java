package dev.sandboxed.checks.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.checks.tree.Repository;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Commands, settings and properties that pages name exist. */
class WordingTests {

    private static final Pattern COMMAND = Pattern.compile("\\./sandboxed ([a-z][a-z0-9-]*)");
    private static final Pattern OFFERED = Pattern.compile("(?m)^  ([a-z][a-z0-9-]*)[ \\[]");
    private static final Pattern SETTING = Pattern.compile("\\bsandbox\\.([a-zA-Z]+)=");
    private static final Pattern KEY = Pattern.compile("\\(\"sandbox\\.([a-zA-Z]+)\"\\)");
    private static final Pattern PROPERTY = Pattern.compile("(?m)^    ([a-zA-Z]+)\\.(?:set|put)\\(");

    private final Repository repository = Repository.find();
    private final String pages =
            String.join("\n", Pages.of(repository).textByPath().values());

    @Test
    void everyCommandOfPagesIsOffered() {
        Set<String> offered = found(OFFERED, repository.text("sandboxed"));
        assertThat(offered).contains("doctor", "provision");
        assertThat(offered).containsAll(found(COMMAND, pages));
    }

    @Test
    void everySettingOfPagesIsKnown() {
        Set<String> known = found(
                KEY,
                repository.text(
                        "sandbox-providers/core/src/main/java/dev/sandboxed/core/internal/config/ConfigKey.java"));
        assertThat(known).contains("isolation", "keep");
        assertThat(known).containsAll(found(SETTING, pages));
    }

    /** The block of docs/gradle.md that lists them cannot be run here. */
    @Test
    void everyPropertyOfThePluginOnItsPageExists() {
        String plugin = repository.files(".java").stream()
                .filter(path -> path.startsWith("sandbox-gradle-plugin/src/main/"))
                .map(repository::text)
                .collect(Collectors.joining());
        Set<String> named = found(PROPERTY, repository.text("docs/gradle.md"));
        assertThat(named).contains("isolation", "liveSandboxes");
        assertThat(named)
                .allSatisfy(name -> assertThat(plugin)
                        .contains(" get" + Character.toUpperCase(name.charAt(0)) + name.substring(1) + "("));
    }

    private static Set<String> found(Pattern pattern, String text) {
        List<String> names =
                pattern.matcher(text).results().map(found -> found.group(1)).toList();
        return new TreeSet<>(names);
    }
}
