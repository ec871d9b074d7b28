package dev.sandboxed.conformance.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the host is looked at for, each brought about by hand. */
class HostWatchTests {

    private static final String WORD = UUID.randomUUID().toString();

    @TempDir
    Path temporary;

    private HostWatch watch() throws IOException {
        return new HostWatch(WORD, Files.createDirectory(temporary.resolve("watch")));
    }

    private static Path path(HostWatch watch, String variable) {
        return Path.of(watch.variables().get(variable));
    }

    @Test
    void nothingOfTheWatchIsLeft() throws IOException {
        Path folder;
        Path shared;
        try (HostWatch watch = watch()) {
            folder = path(watch, "HOSTILE_KEPT").getParent();
            shared = Path.of("/dev/shm").resolve(path(watch, "HOSTILE_SHARED"));
            assertThat(folder).isDirectory();
            assertThat(watch.harm()).isEmpty();
        }
        assertThat(folder).doesNotExist();
        assertThat(shared).doesNotExist();
    }

    @Test
    void aProcessThatWasEndedIsNamed() throws IOException {
        try (HostWatch watch = watch()) {
            ProcessHandle canary = ProcessHandle.of(
                            Long.parseLong(watch.variables().get("HOSTILE_PROCESS")))
                    .orElseThrow();
            canary.destroy();
            canary.onExit().join();

            assertThat(watch.harm())
                    .extracting(HostWatch.Harm::what)
                    .containsExactly("process " + canary.pid() + " of the host was ended");
        }
    }

    @Test
    void aFolderThatWasOnlyPointedAtAndIsNoLongerTheSameIsNamed() throws IOException {
        try (HostWatch watch = watch()) {
            Path kept = path(watch, "HOSTILE_KEPT");
            Files.delete(kept.resolve("file"));

            assertThat(watch.harm())
                    .extracting(HostWatch.Harm::what)
                    .containsExactly("the host's folder " + kept + ", to which links were left, is now []");
        }
    }

    @Test
    void filesAndDiskThatAreLeftAreNamed() throws IOException {
        try (MockSandboxProvider provider = MockSandboxProvider.builder().build();
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            Remains remains = new Remains(sandbox.info(), WORD, temporary, Remains.bytesIn(temporary));
            assertThat(remains.now()).isEmpty();

            Path file = temporary.resolve("left-by-" + sandbox.id());
            try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
                large.setLength(9L << 20);
            }

            assertThat(remains.now())
                    .containsExactly(
                            "a file is left: " + file,
                            "disk is left in use: " + temporary + " has 9437184 bytes where it had 0");
        }
    }
}
