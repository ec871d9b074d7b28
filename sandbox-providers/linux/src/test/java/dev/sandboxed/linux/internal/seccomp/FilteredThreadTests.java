package dev.sandboxed.linux.internal.seccomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FilteredThreadTests {

    private static final byte[] ALL_ALLOWED = new FilterCode().allow().bytes();
    private static final Path OWN_STATUS = Path.of("/proc/thread-self/status");
    private static final String FILTERED = "Seccomp:\t2";

    @BeforeEach
    void filtersAreThere() {
        assumeTrue(Files.exists(OWN_STATUS), "This system tells nothing of filters");
    }

    @Test
    void programsThatAreStartedThereAreUnderTheFilter() throws IOException {
        assumeTrue(HostPlatform.isRoot(), "Only root has filters without giving up rights");
        Process program =
                FilteredThread.call(ALL_ALLOWED, () -> new ProcessBuilder("cat", "/proc/self/status").start());
        assertThat(new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains(FILTERED);
    }

    @Test
    void otherThreadsAreWithout() throws IOException {
        assumeTrue(!Files.readString(OWN_STATUS).contains(FILTERED), "This whole process is under a filter");
        FilteredThread.call(ALL_ALLOWED, () -> "done");
        assertThat(Files.readString(OWN_STATUS)).doesNotContain(FILTERED);
    }

    @Test
    void whereTheKernelTakesNoFilterTheWorkIsDoneWithout() throws IOException {
        byte[] withoutAnAnswer = new FilterCode().loadNumber().bytes();
        assertThat(FilteredThread.call(withoutAnAnswer, () -> "done")).isEqualTo("done");
    }

    @Test
    void workThatMustBeFilteredIsNotDoneWithout() {
        byte[] withoutAnAnswer = new FilterCode().loadNumber().bytes();
        AtomicBoolean done = new AtomicBoolean();

        assertThatThrownBy(() -> FilteredThread.callFiltered(withoutAnAnswer, () -> done.getAndSet(true)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("takes no filter");
        assertThat(done).isFalse();
    }

    @Test
    void workThatMustBeFilteredIsDoneUnderTheFilterByWhoeverAsks() throws IOException {
        assertThat(FilteredThread.callFiltered(ALL_ALLOWED, () -> Files.readString(OWN_STATUS)))
                .contains(FILTERED);
    }

    @Test
    void whatTheWorkThrowsIsThrown() {
        assertThatThrownBy(() -> FilteredThread.call(ALL_ALLOWED, () -> {
                    throw new FileNotFoundException("no such program");
                }))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("no such program");
        assertThatThrownBy(() -> FilteredThread.call(ALL_ALLOWED, () -> {
                    throw new IllegalStateException("not now");
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anInterruptedCallerGetsTheResultAndStaysInterrupted() throws IOException {
        Thread.currentThread().interrupt();
        try {
            assertThat(FilteredThread.call(ALL_ALLOWED, () -> "done")).isEqualTo("done");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
