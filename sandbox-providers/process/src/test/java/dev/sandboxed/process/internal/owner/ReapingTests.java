package dev.sandboxed.process.internal.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReapingTests {

    @Test
    void severalAreRemovedAtOnceAndToldInTheirOrder() {
        CyclicBarrier together = new CyclicBarrier(4);
        List<String> orphans = IntStream.range(0, 4).mapToObj(String::valueOf).toList();

        ReapReport report = Reaping.remove(orphans, id -> id, id -> meet(together));

        assertThat(report.removed()).isEqualTo(orphans);
        assertThat(report.failures()).isEmpty();
    }

    private static void meet(CyclicBarrier others) throws IOException {
        try {
            others.await(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IOException("the others do not come", e);
        }
    }

    @Test
    void whatCannotBeRemovedIsToldWithItsReason() {
        ReapReport report = Reaping.remove(List.of("first", "busy", "last", "far"), id -> id, id -> {
            if (id.equals("busy")) {
                throw new IOException("still in use");
            }
            if (id.equals("far")) {
                throw new SandboxTransportException(Fault.of("nobody answers"));
            }
        });

        assertThat(report.removed()).containsExactly("first", "last");
        assertThat(report.failures()).hasSize(2);
        assertThat(report.failures().get(0)).startsWith("busy: ").contains("still in use");
        assertThat(report.failures().get(1)).startsWith("far: ").contains("nobody answers");
    }

    @Test
    void whoeverIsInterruptedIsToldWhatIsNotKnownToBeGone() {
        CountDownLatch never = new CountDownLatch(1);
        Thread.currentThread().interrupt();

        ReapReport report = Reaping.remove(List.of("first", "second"), id -> id, id -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IOException("broken off", e);
            }
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(report.removed()).isEmpty();
        assertThat(report.failures()).hasSize(2);
    }

    @Test
    void aMistakeOfARemovalIsNotHidden() {
        assertThatThrownBy(() -> Reaping.remove(List.of("one"), id -> id, id -> {
                    throw new UnsupportedOperationException("a mistake");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a mistake");
    }
}
