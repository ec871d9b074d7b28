package dev.sandboxed.conformance.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.limit.Limits;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The texts of the scripts: what they would do to a host where nothing is in their way. */
class HostileScriptTests {

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*#.*$");
    private static final Pattern LINKING = Pattern.compile("\\bln\\b[^\\n&|;]*");
    private static final String SYMBOLIC = "ln -s \"\\$HOSTILE_(ATTACKED|KEPT)\" [a-z/]+\\s*";
    private static final String HARD = "ln \"\\$HOSTILE_(ATTACKED|KEPT)/file\" [a-z/]+\\s*";
    private static final Pattern ABSOLUTE = Pattern.compile("(?<![\\w.$}/])/[a-z][^\\s\"');]*");
    private static final String WALL = "[ \"$HOSTILE_APART\" = yes ] || exit 1\n";

    private static Stream<HostileScript> runByEverybody() {
        return Arrays.stream(HostileScript.values()).filter(script -> !script.needsAWall());
    }

    static Stream<HostileScript> runBehindAWall() {
        return Arrays.stream(HostileScript.values()).filter(HostileScript::needsAWall);
    }

    private static List<String> found(Pattern pattern, HostileScript script) {
        String code = COMMENT.matcher(script.text()).replaceAll("");
        return pattern.matcher(code).results().map(MatchResult::group).toList();
    }

    @ParameterizedTest
    @EnumSource
    void everyScriptIsUnderstoodByTheShell(HostileScript script) throws IOException {
        Process shell =
                new ProcessBuilder("/bin/sh", "-n").redirectErrorStream(true).start();
        try (var input = shell.outputWriter()) {
            input.write(script.text());
        }

        assertThat(shell.inputReader().lines()).isEmpty();
        assertThat(script.text()).endsWith("\necho over\n");
    }

    @ParameterizedTest
    @EnumSource
    void noScriptLinksToAnythingButFoldersOfTheWatchAndTheirFiles(HostileScript script) {
        assertThat(found(LINKING, script)).allMatch(link -> link.matches(SYMBOLIC) || link.matches(HARD));
        assertThat(script.text()).doesNotContainPattern("symlink|\\blink\\(|cp -[a-zA-Z]*[slaRr]");
    }

    @ParameterizedTest
    @EnumSource
    void noScriptDeletesMovesOrOwnsAnything(HostileScript script) {
        assertThat(found(Pattern.compile("\\b(rm|rmdir|mv|unlink|shred|truncate|chown|find|xargs)\\b"), script))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("runByEverybody")
    void whatIsRunByEverybodyNamesNothingOfTheHostButTheWatch(HostileScript script) {
        assertThat(found(ABSOLUTE, script))
                .allMatch(path -> path.matches("/dev/(null|zero)|/proc/(1|self)/root\\$file|/proc/\\$1/stat"));
        assertThat(found(Pattern.compile("\\bkill\\b|\\bmount\\b|\\bmknod\\b|\\bsu\\b|\\bsudo\\b"), script))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("runBehindAWall")
    void whatCouldHarmAHostAsksForTheProofOfAWallFirst(HostileScript script) {
        int wall = script.text().indexOf(WALL);

        assertThat(wall).isPositive().isLessThan(script.text().indexOf(script.body()));
        assertThat(script.text().substring(0, wall)).doesNotContain("kill", "mount", "mknod", "echo left");
    }

    @Test
    void whatHarmsAHostIsRunBehindAWallOnly() {
        assertThat(runByEverybody())
                .containsExactly(
                        HostileScript.FORK_BOMB,
                        HostileScript.MEMORY_HOG,
                        HostileScript.DISK_FILLER,
                        HostileScript.OPEN_FILES,
                        HostileScript.SPARSE_FILE,
                        HostileScript.DEEP_FOLDERS,
                        HostileScript.DAEMON,
                        HostileScript.SYMBOLIC_LINKS,
                        HostileScript.HARD_LINKS);
    }

    @Test
    void aLimitIsAskedForWhereItIsClaimedAndNowhereElse() {
        Capabilities bare = Capabilities.of(Isolation.CONTAINER);
        Capabilities limited = Capabilities.of(Isolation.CONTAINER, Capability.LIMIT_PIDS);

        assertThat(HostileScript.FORK_BOMB.limits(bare)).isEqualTo(Limits.NONE);
        assertThat(HostileScript.FORK_BOMB.limits(limited).processes()).hasValue(64);
        assertThat(HostileScript.MOUNT.limits(limited)).isEqualTo(Limits.NONE);
    }
}
