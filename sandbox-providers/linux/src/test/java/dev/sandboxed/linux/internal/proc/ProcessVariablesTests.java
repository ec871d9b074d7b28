package dev.sandboxed.linux.internal.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessVariablesTests {

    private static final String MARKED = "PATH=/bin\0SANDBOXED=a/1\0";

    @TempDir
    private Path process;

    private final AtomicInteger pauses = new AtomicInteger();

    @BeforeEach
    void aProcess() throws IOException {
        show("S", 1000, 2000, MARKED);
    }

    @Test
    void whatIsShownIsReadOnce() throws IOException {
        assertThat(read(1, 1000, 2000, "")).isEqualTo(MARKED);
        assertThat(pauses).hasValue(0);
    }

    /** About one orphan in a hundred was missed when a command was killed that started many. */
    @Test
    void anOrphanThatWasBecomingAnotherProgramShowedNothingToBeKnownBy() throws IOException {
        show("R", 0, 0, "");

        assertThat(read(3, 1000, 2000, MARKED)).isEqualTo(MARKED);
        assertThat(pauses).hasValue(3);
    }

    /** It became one between the look at its variables and that at their place. */
    @Test
    void oneThatHasAPlaceForVariablesIsLookedAtAgain() throws IOException {
        show("R", 1000, 2000, "");

        assertThat(read(1, 1000, 2000, MARKED)).isEqualTo(MARKED);
        assertThat(pauses).hasValue(1);
    }

    @Test
    void oneThatHasNoVariablesIsNotWaitedFor() throws IOException {
        show("S", 1000, 1000, "");

        assertThat(read(1, 1000, 2000, MARKED)).isEmpty();
        assertThat(pauses).hasValue(0);
    }

    @Test
    void oneThatIsDeadIsNotWaitedFor() throws IOException {
        show("Z", 0, 0, "");

        assertThat(read(1, 1000, 2000, MARKED)).isEmpty();
        assertThat(pauses).hasValue(0);
    }

    @Test
    void oneThatNeverShowsAnyIsNotWaitedForForever() throws IOException {
        show("R", 0, 0, "");

        assertThat(read(Integer.MAX_VALUE, 0, 0, "")).isEmpty();
        assertThat(pauses.get()).isBetween(10, 1000);
    }

    @Test
    void ourOwnAreThere() throws IOException {
        String ours = ProcessVariables.read(ProcessTable.PROC.resolve("self"), pauses::incrementAndGet);

        assertThat(ours).contains("PATH=" + System.getenv("PATH") + "\0");
    }

    /** Reads while the process changes after some pauses. */
    private String read(int lastPause, int beginning, int end, String variables) throws IOException {
        return ProcessVariables.read(process, () -> {
            if (pauses.incrementAndGet() == lastPause) {
                show("R", beginning, end, variables);
            }
        });
    }

    private void show(String state, int beginning, int end, String variables) {
        try {
            Files.writeString(
                    process.resolve("stat"),
                    "7 (a ) b) " + state + " 1".repeat(46) + " " + beginning + " " + end + " 0");
            Files.writeString(process.resolve("environ"), variables);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
