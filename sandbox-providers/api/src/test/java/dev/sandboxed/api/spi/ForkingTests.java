package dev.sandboxed.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SeedFile;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForkingTests {

    private final ProbeProvider provider = new ProbeProvider(SandboxListener.SILENT);
    private final Queue<Sandbox> restored = new ConcurrentLinkedQueue<>();
    private final Queue<Snapshot> deleted = new ConcurrentLinkedQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private Runnable beforeTheLast = () -> {};

    private final Sandbox original =
            new Saved(provider.create(SandboxSpec.builder().label("a", "b").build()));

    @AfterEach
    void close() {
        provider.close();
    }

    @Test
    void copiesHaveTheSpecWithoutItsSeedFilesAndTheStateIsDeleted() {
        Sandbox seeded = new Saved(original) {
            @Override
            public SandboxSpec spec() {
                return original.spec().toBuilder().seed(SeedFile.text("a", "b")).build();
            }
        };
        List<Sandbox> copies = Forking.of(3, seeded, Keeper::new);
        assertThat(copies).hasSize(3).allMatch(copy -> copy.state() == SandboxState.RUNNING);
        assertThat(copies).allMatch(copy -> copy.spec().seedFiles().isEmpty());
        assertThat(copies).allMatch(copy -> copy.spec().labels().containsKey("a"));
        assertThat(deleted).hasSize(1);
    }

    @Test
    void whenOneCannotBeMadeNoneIsLeft() {
        beforeTheLast = () -> {
            throw new SandboxStartException(Fault.of("no room"));
        };
        assertThatExceptionOfType(SandboxStartException.class)
                .isThrownBy(() -> Forking.of(3, original, Keeper::new))
                .withMessageContaining("no room");
        assertThat(restored).hasSize(2).allMatch(copy -> copy.state() == SandboxState.DESTROYED);
        assertThat(deleted).hasSize(1);
    }

    @Test
    void whoIsInterruptedLeavesNone() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        beforeTheLast = () -> {
            waiting.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new SandboxInterruptedException(Fault.of("stopped").cause(e));
            }
        };
        Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        Thread caller = new Thread(() -> {
            try {
                Forking.of(3, original, Keeper::new);
            } catch (SandboxInterruptedException e) {
                thrown.add(e);
            }
        });
        caller.start();
        waiting.await();
        caller.interrupt();
        caller.join();
        assertThat(thrown).hasSize(1);
        assertThat(restored).allMatch(copy -> copy.state() == SandboxState.DESTROYED);
        assertThat(deleted).hasSize(1);
    }

    @Test
    void fewerThanOneIsRefusedBeforeAnythingIsSaved() {
        assertThatIllegalArgumentException().isThrownBy(() -> Forking.of(0, original, Keeper::new));
        assertThat(deleted).isEmpty();
    }

    /** Has a state that can be saved. */
    private static class Saved extends ForwardingSandbox {

        Saved(Sandbox sandbox) {
            super(sandbox);
        }

        @Override
        public Snapshot snapshot(SnapshotOptions options) {
            Snapshot.Origin origin = new Snapshot.Origin("probe", "1", id());
            return new Snapshot("s", origin, Instant.EPOCH, Set.of(), DataSize.ofBytes(1), 1, "c", false);
        }
    }

    /** Restores as often as it is let. */
    private final class Keeper implements Snapshots {

        @Override
        public List<Snapshot> list(SnapshotFilter filter) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Sandbox restore(Snapshot snapshot, SandboxSpec spec) {
            if (begun.incrementAndGet() == 3) {
                beforeTheLast.run();
            }
            Sandbox made = provider.create(spec);
            restored.add(made);
            return made;
        }

        @Override
        public void delete(Snapshot snapshot) {
            deleted.add(snapshot);
        }
    }
}
