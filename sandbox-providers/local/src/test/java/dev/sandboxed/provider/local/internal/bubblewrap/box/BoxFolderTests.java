package dev.sandboxed.provider.local.internal.bubblewrap.box;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class BoxFolderTests {

    private static final int LOOKS = 20_000;

    @TempDir
    private Path folder;

    @Test
    void whatAnotherReaperRemovesMeanwhileHasNoGroups() throws IOException {
        BoxFolder box = new BoxFolder(folder);
        List<Path> groups = List.of(Path.of("/one"));
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> {
            while (!enough.get()) {
                try {
                    box.remember(groups);
                    Files.delete(folder.resolve("cgroups"));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        try {
            for (int look = 0; look < LOOKS; look++) {
                // Between its making and its writing it is there and says nothing yet.
                assertThat(box.remembered()).isIn(List.of(), groups);
            }
        } finally {
            enough.set(true);
            other.join();
        }
    }
}
