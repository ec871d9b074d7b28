package dev.sandboxed.provider.microvm.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the listener finds out that commands have too little memory to get on, in a control group that is made up. */
class ShortageTests {

    private static final int LIMIT = 64 << 20;
    private static final int OWN = 16 << 20;

    @TempDir
    private Path folder;

    private MadeUpHost host;

    @BeforeEach
    void compile() throws IOException {
        host = MadeUpHost.of(folder, "lacking", "shortage.c");
    }

    /** Returns what the limit is set to, where so many bytes are files, and so many of these in memory only. */
    private List<String> limits(int files, int inMemory) throws IOException {
        Path group = Files.createDirectory(folder.resolve("group"));
        return host.run(group.toString(), String.valueOf(files), String.valueOf(inMemory))
                .orThrow()
                .stdout()
                .lines()
                .toList();
    }

    @Test
    void whereHardlyAnyFilesAreLeftTheLimitIsBelowWhatIsKeptForAMoment() throws IOException {
        int kept = LIMIT - 100_000;

        assertThat(limits(100_000, 0)).startsWith(String.valueOf(kept - OWN / 32), String.valueOf(LIMIT));
    }

    /** What lies in a file system that is in memory only counts as files, and cannot be dropped. */
    @Test
    void filesThatAreInMemoryOnlyLeaveNoRoomForOthers() throws IOException {
        int kept = LIMIT - 100_000;

        assertThat(limits(30_100_000, 30_000_000)).startsWith(String.valueOf(kept - OWN / 32), String.valueOf(LIMIT));
    }

    @Test
    void whereThereIsRoomForFilesNobodyIsEnded() throws IOException {
        assertThat(limits(30_100_000, 0)).isEmpty();
    }
}
