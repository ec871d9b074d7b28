package dev.sandboxed.checks.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SourceTreeTests {

    /** Classes that break the rules on purpose, to show that the rules notice. */
    private static final String BROKEN_ON_PURPOSE = "build-checks/src/test/java/dev/sandboxed/checks/broken/";

    private final SourceTree ours = SourceTree.of(Repository.find());

    @Test
    void thisFileIsAmongTheSources() {
        assertThat(ours.textByPath())
                .containsKey("build-checks/src/test/java/dev/sandboxed/checks/tree/SourceTreeTests.java");
    }

    @Test
    void noFileIsTooLong() {
        assertThat(ours.longFiles()).isEmpty();
    }

    /** One had grown to 425 lines, since only Java was counted. */
    @Test
    void noScriptAndNoOtherSourceIsTooLong() {
        SourceTree others = SourceTree.of(Repository.find(), ".sh", ".c", ".h", ".py", ".js", ".css", ".kt", ".kts");

        assertThat(others.textByPath()).hasSizeGreaterThan(50);
        assertThat(others.longFiles()).isEmpty();
    }

    @Test
    void noPackageIsCrowded() {
        assertThat(ours.crowdedPackages()).isEmpty();
    }

    @Test
    void noTestAndNoMainClassSleeps() {
        assertThat(ours.sleepers())
                .filteredOn(path -> !path.startsWith(BROKEN_ON_PURPOSE))
                .isEmpty();
    }

    @Test
    void everyPublicTypeIsDocumented() {
        assertThat(ours.undocumented()).isEmpty();
    }

    @Test
    void aFileThatIsTooLongIsNamed() {
        SourceTree tree = new SourceTree(Map.of("a/Long.java", "x\n".repeat(401), "a/Fits.java", "x\n".repeat(400)));

        assertThat(tree.longFiles()).containsExactly("a/Long.java has 401 lines");
    }

    @Test
    void aCrowdedPackageIsNamed() {
        SourceTree tree = new SourceTree(IntStream.rangeClosed(1, 45)
                .mapToObj(i -> (i <= 23 ? "crowded/C" : "fits/C") + i + ".java")
                .collect(Collectors.toMap(path -> path, path -> "")));

        assertThat(tree.crowdedPackages()).containsExactly("crowded has 23 files");
    }

    @Test
    void aPublicTypeWithoutACommentIsNamed() {
        SourceTree tree = new SourceTree(Map.of(
                "m/src/main/java/Bare.java",
                        "package m;\n\npublic sealed interface Bare {\n    /** Late. */\n    int x();\n}\n",
                "m/src/main/java/Told.java", "package m;\n\n/** Tells. */\npublic final class Told {}\n",
                "m/src/main/java/Inner.java", "package m;\n\nfinal class Inner {}\n",
                "m/src/test/java/SomeTests.java", "package m;\n\npublic class SomeTests {}\n"));

        assertThat(tree.undocumented()).containsExactly("m/src/main/java/Bare.java");
    }

    @Test
    void sleepersAreNamed() {
        String sleep = ".sleep(5);";
        SourceTree tree = new SourceTree(
                Map.of("A.java", "Thread" + sleep, "B.java", "TimeUnit.SECONDS" + sleep, "C.java", "clock" + sleep));

        assertThat(tree.sleepers()).containsExactly("A.java", "B.java");
    }
}
