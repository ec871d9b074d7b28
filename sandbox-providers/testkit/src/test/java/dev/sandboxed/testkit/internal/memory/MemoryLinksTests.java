package dev.sandboxed.testkit.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.MockSandboxProvider;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class MemoryLinksTests {

    private final SandboxFiles files =
            MockSandboxProvider.builder().build().create(SandboxSpec.defaults()).files();

    @Test
    void existWhetherOrNotALinkLeadsAnywhere() {
        files.link("dangling", "nowhere");

        assertThat(files.exists("dangling")).isTrue();
        assertThat(files.exists("nowhere")).isFalse();
        assertThat(files.exists("no/such/folder")).isFalse();
    }

    @Test
    void areReadAndWrittenThroughLinks() {
        files.write("real/a", "1");
        files.link("dir", "real");
        files.link("abs", "/workspace/real/a");
        files.link("real/up", "../real/a");
        files.write("dir/a", "2");

        assertThat(files.readText("abs")).isEqualTo("2");
        assertThat(files.readText("real/up")).isEqualTo("2");
        assertThat(files.list("dir")).extracting(FileEntry::path).contains("/workspace/dir/a");
        files.write("abs", "3");
        assertThat(files.readText("real/a")).isEqualTo("3");
        assertThat(files.stat("abs").isLink()).isTrue();
    }

    @Test
    void stayInsideTheSandboxWhereverALinkPoints() {
        files.write("/etc/passwd", "inside");
        files.link("out", "../../../../etc/passwd");

        assertThat(files.readText("out")).isEqualTo("inside");
    }

    @Test
    void refuseLinksThatGoRound() {
        files.link("a", "b");
        files.link("b", "a");

        assertRefused(() -> files.read("a"), "leads through too many links");
    }

    @Test
    void moveALinkAndNotItsTarget() {
        files.write("target", "1");
        files.link("l", "target");
        files.move("l", "m");

        assertThat(files.stat("m").isLink()).isTrue();
        assertThat(files.exists("target")).isTrue();
    }

    private static void assertRefused(ThrowingCallable operation, String why) {
        assertThatExceptionOfType(SandboxFileException.class)
                .isThrownBy(operation)
                .withMessageContaining(why)
                .isNotInstanceOf(SandboxFileNotFoundException.class);
    }
}
