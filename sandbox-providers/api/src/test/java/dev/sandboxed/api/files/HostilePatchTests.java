package dev.sandboxed.api.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.spi.ForwardingSandboxFiles;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Patches, and files to be patched, that are made to fill the memory of whoever applies them, or to take their time. */
class HostilePatchTests {

    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final String MEBIBYTE = "x".repeat(1 << 20);

    private final MapFiles files = new MapFiles();

    private static String copies(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> "diff --git a/big b/c%d\ncopy from big\ncopy to c%d\n".formatted(i, i))
                .collect(Collectors.joining());
    }

    @Test
    void copiesOfALargeFileDoNotFillTheMemory() {
        files.with("big", MEBIBYTE);
        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> files.apply(Patch.parse(copies(500))))
                .withMessageContaining("files of 129m up to 'c129', and at most 128m")
                .withMessageContaining("nothing was changed")
                .withMessageContaining("remedy:")
                .satisfies(e -> assertThat(e.resource()).isEqualTo(Resource.TRANSFER))
                .satisfies(e -> assertThat(e.limit()).isEqualTo("128m"));
        assertThat(files.texts()).containsOnlyKeys("big");
    }

    @Test
    void aFileThatIsCopiedOftenIsReadOnce() {
        List<String> read = new ArrayList<>();
        SandboxFiles watched = new ForwardingSandboxFiles(files.with("big", "one\n")) {
            @Override
            public InputStream read(String path) {
                read.add(path);
                return super.read(path);
            }
        };
        watched.apply(Patch.parse(copies(50)));
        assertThat(read).containsExactly("big");
        assertThat(files.texts()).hasSize(51).containsEntry("c50", "one\n");
    }

    @Test
    void aLargeFileThatIsChangedAgainAndAgainTakesNoTimeWithoutEnd() {
        files.with("big", MEBIBYTE + "\n1\n");
        String thereAndBack = "--- a/big\n+++ b/big\n@@ -2 +2 @@\n-1\n+2\n--- a/big\n+++ b/big\n@@ -2 +2 @@\n-2\n+1\n";
        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> files.apply(Patch.parse(thereAndBack.repeat(100))))
                .withMessageContaining("'big'");
    }

    @Test
    void aFileOfEmptyLinesDoesNotTakeFiftyTimesItsSize() {
        files.with("lines", "\n".repeat(4 << 20));
        Patch harmless = Patch.parse("--- a/lines\n+++ b/lines\n@@ -0,0 +1 @@\n+first\n");
        assertThat(allocatedBy(() -> files.apply(harmless)))
                .isLessThan(DataSize.ofMebibytes(100).bytes());
        assertThat(files.readText("lines")).startsWith("first\n\n").hasSize((4 << 20) + 6);
    }

    @Test
    void aFileOfEmptyLinesThatIsNotDeletedIsCountedAndNotTakenApart() {
        files.with("lines", "\n".repeat(4 << 20));
        Patch deletes = Patch.parse("--- a/lines\n+++ /dev/null\n@@ -1 +0,0 @@\n-\n");
        assertThat(allocatedBy(() -> assertThatExceptionOfType(PatchRejectedException.class)
                        .isThrownBy(() -> files.apply(deletes))
                        .withMessageContaining("4194303 lines more")))
                .isLessThan(DataSize.ofMebibytes(100).bytes());
    }

    @Test
    void aNameOfManyFoldersIsNotTakenApart() {
        String diff = "--- /dev/null\n+++ b/" + "f/".repeat(1 << 20) + "f\n@@ -0,0 +1 @@\n+x\n";
        assertThat(allocatedBy(() -> Patch.parse(diff)))
                .isLessThan(DataSize.ofMebibytes(50).bytes());
    }

    private static long allocatedBy(Runnable task) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        task.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void manySmallChangesInEqualLinesDoNotGoThroughAllLinesEachTime() {
        files.with("same", "same\n".repeat(200_000));
        String diff = "--- a/same\n+++ b/same\n" + "@@ -1 +0,0 @@\n-same\n".repeat(90_000);
        assertTimeoutPreemptively(LONGEST, () -> files.apply(Patch.parse(diff)));
        assertThat(files.readText("same")).isEqualTo("same\n".repeat(110_000));
    }

    @Test
    void changesThatAreLookedForInTheWholeFileEachAreRefused() {
        String filler = ("y".repeat(1_000) + "\n").repeat(2_000);
        String lines = IntStream.range(0, 1_000).mapToObj(i -> i + "\n").collect(Collectors.joining());
        files.with("far", lines + filler);
        String diff = IntStream.range(0, 1_000)
                .mapToObj(i -> "@@ -%d +1 @@\n-%d\n+x\n".formatted(i % 2 == 0 ? 1 : 999_999_999, i))
                .collect(Collectors.joining("", "--- a/far\n+++ b/far\n", ""));
        assertThatExceptionOfType(PatchRejectedException.class)
                .isThrownBy(() -> files.apply(Patch.parse(diff)))
                .withMessageContaining("cannot be applied to far: up to @@ -999999999 +1 @@ more than 512m")
                .withMessageContaining("nothing was changed");
    }

    @Test
    void aDiffOfManyMoreLinesThanAnybodyReadsIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Patch.parse("\n".repeat(2_000_001)))
                .withMessageContaining("has 2000001 lines, and at most 2000000 are read");
    }

    @Test
    void aDiffOfManyMoreChangesThanAnybodyReadsIsRefused() {
        String hunk = "@@ -1 +0,0 @@\n-same\n";
        assertThatNoException().isThrownBy(() -> Patch.parse("--- a/x\n+++ b/x\n" + hunk.repeat(99_999)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Patch.parse("--- a/x\n+++ b/x\n" + hunk.repeat(100_001)))
                .withMessageContaining("at line 200005")
                .withMessageContaining("more than 100000 files and hunks");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Patch.parse("diff --git a/x b/y\nrename from x\nrename to y\n".repeat(100_001)))
                .withMessageContaining("more than 100000 files and hunks");
    }

    @Test
    void aHeaderWithManyBlanksIsReadAtOnce() {
        String header = "diff --git a/" + " b/".repeat(1_000_000) + "\rx\n";
        assertTimeoutPreemptively(
                LONGEST,
                () -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> Patch.parse(header))
                        .withMessageContaining("has the name ''"));
        String quotes = "diff --git a/" + " \"b/".repeat(1_000_000) + "\n";
        assertTimeoutPreemptively(
                LONGEST, () -> assertThatIllegalArgumentException().isThrownBy(() -> Patch.parse(quotes)));
    }

    @Test
    void aLongNameInQuotesDoesNotOverflowTheStack() {
        String name = "n".repeat(100_000);
        Patch patch = Patch.parse("diff --git \"a/%s\" \"b/%s\"\nnew file mode 100644\n".formatted(name, name));
        assertThat(patch.paths()).containsExactly(name);
        assertThatIllegalArgumentException().isThrownBy(() -> Patch.parse("diff --git \"" + name));
    }
}
