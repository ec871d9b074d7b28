package dev.sandboxed.folder.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledSavingTests {

    @TempDir
    Path folder;

    /** Begins to save a snapshot, says so, and is never done. */
    public static final class Saver {

        private Saver() {}

        public static void main(String[] folder) {
            new SnapshotStore(Path.of(folder[0]), "test", "1").save("box", SnapshotOptions.ALL, archive -> {
                Files.writeString(archive, "half");
                System.out.println("half");
                return System.in.read();
            });
        }
    }

    private long left() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> !file.toString().endsWith(".lock")).count();
        }
    }

    private SnapshotStore store() {
        return new SnapshotStore(folder, "test", "1");
    }

    @Test
    void theHalfArchiveOfAProcessThatWasKilledStayedForEver() throws Exception {
        Process saver = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Saver.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat((char) saver.getInputStream().read()).isEqualTo('h');
            store().sweep();
            assertThat(left()).as("files of a process that lives").isEqualTo(1);
        } finally {
            saver.destroyForcibly().waitFor();
        }
        store().sweep();
        assertThat(left()).isZero();
    }

    @Test
    void anArchiveWithoutMetadataIsRemovedAndOneWithItStays() throws Exception {
        Snapshot whole = store().save("box", SnapshotOptions.ALL, archive -> {
            Files.writeString(archive, "whole");
            return 1;
        });
        Files.writeString(folder.resolve("snapshot-x.tar.gz"), "its metadata was never written");

        store().sweep();

        assertThat(folder.resolve("snapshot-x.tar.gz")).doesNotExist();
        assertThat(store().archiveOf(whole)).hasContent("whole");
        assertThat(store().list(SnapshotFilter.ANY)).containsExactly(whole);
    }

    @Test
    void whatAThreadOfThisProcessIsJustSavingStays() throws Exception {
        CountDownLatch half = new CountDownLatch(1);
        CountDownLatch swept = new CountDownLatch(1);
        AtomicReference<Snapshot> saved = new AtomicReference<>();
        Thread saver = new Thread(() -> saved.set(store().save("box", SnapshotOptions.ALL, archive -> {
            Files.writeString(archive, "whole");
            half.countDown();
            try {
                swept.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return 1;
        })));
        saver.start();
        half.await();
        store().sweep();
        swept.countDown();
        saver.join();

        assertThat(store().archiveOf(saved.get())).hasContent("whole");
    }
}
