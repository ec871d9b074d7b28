package dev.sandboxed.folder.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Owner;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReapingTests {

    private static final String HERE = ProcessWorld.current().written();
    private static final String ELSEWHERE = new ProcessWorld("", "ci", "another-boot", "pid:[4026532301]").written();
    private static final String WRITTEN_BY_AN_EARLIER_VERSION = "pid:[4026531836]";
    private static final Owner DEAD = new Owner(Owner.current().pid(), "another-boot/1");

    @TempDir
    Path state;

    private Path keep(String id, String world, Owner owner, Duration age, @Nullable Duration left) {
        Instant now = Instant.now();
        return new SandboxStore(state)
                .create(new SandboxRecord(
                        id,
                        world,
                        owner.pid(),
                        owner.start(),
                        Map.of(),
                        now.minus(age).toString(),
                        left == null ? null : now.plus(left).toString()));
    }

    private RecordedSandboxProvider provider(Map<String, String> settings) {
        return new Plain(ProviderContext.in(state).withSettings(settings));
    }

    @Test
    void whatTheDeadLeftHereIsRemovedAndWhatTheLivingHaveStays() {
        keep("of-the-dead", HERE, DEAD, Duration.ZERO, null);
        Path living = keep("of-the-living", HERE, Owner.current(), Duration.ofDays(9), Duration.ofDays(-8));

        assertThat(provider(Map.of()).reap().removed()).containsExactly("of-the-dead");
        assertThat(living).exists();
    }

    @Test
    void whatAContainerLeftIsRemovedWhenNobodyCanStillBeUsingIt() {
        Path recent = keep("recent", ELSEWHERE, DEAD, Duration.ofHours(23), null);
        keep("old", ELSEWHERE, DEAD, Duration.ofHours(25), null);
        Path lasting = keep("lasting", ELSEWHERE, DEAD, Duration.ofHours(25), Duration.ofHours(1));
        keep("expired", ELSEWHERE, DEAD, Duration.ofHours(2), Duration.ofHours(-1));

        assertThat(provider(Map.of()).reap().removed()).containsExactlyInAnyOrder("old", "expired");
        assertThat(recent).exists();
        assertThat(lasting).exists();
    }

    @Test
    void howLongThatIsIsASetting() {
        keep("recent", ELSEWHERE, DEAD, Duration.ofHours(2), null);

        assertThat(provider(Map.of("reapAfter", "3h")).reap().removed()).isEmpty();
        assertThat(provider(Map.of("reapAfter", "90m")).reap().removed()).containsExactly("recent");
    }

    @Test
    void aRecordOfAnEarlierVersionIsReadAndRemovedWhenItIsOld() {
        keep("earlier", WRITTEN_BY_AN_EARLIER_VERSION, DEAD, Duration.ofHours(1), null);
        keep("long-ago", WRITTEN_BY_AN_EARLIER_VERSION, DEAD, Duration.ofDays(2), null);

        assertThat(provider(Map.of()).reap().removed()).containsExactly("long-ago");
        assertThat(provider(Map.of()).reap().failures()).isEmpty();
        assertThat(Files.exists(state.resolve("records/earlier.json"))).isTrue();
    }

    @Test
    void aRecordWithATimeThatIsNoneIsToldAndDoesNotKeepOthersFromBeingRemoved() throws IOException {
        keep("of-the-dead", HERE, DEAD, Duration.ZERO, null);
        Path record = state.resolve("records/of-the-dead.json");
        Files.writeString(
                state.resolve("records/odd.json"),
                Files.readString(record)
                        .replace("of-the-dead", "odd")
                        .replaceAll("\"created\":\"[^\"]*\"", "\"created\":\"yesterday\""));

        ReapReport report = provider(Map.of()).reap();

        assertThat(report.removed()).containsExactly("of-the-dead");
        assertThat(report.failures()).singleElement().asString().contains("odd.json", "delete it", "yesterday");
    }

    @Test
    void aSandboxWithAProcessThatCannotBeKilledLosesItsFolderAndIsToldAsFailed() throws IOException {
        Path folder = keep("of-the-dead", HERE, DEAD, Duration.ZERO, null);

        ReapReport report = new SandboxStore(state).reap(Duration.ofDays(1), id -> false);

        assertThat(report.removed()).isEmpty();
        assertThat(report.failures()).singleElement().asString().contains("of-the-dead", "could not be killed");
        assertThat(folder).doesNotExist();
    }

    @Test
    void aSandboxThatHasSomethingLeftElsewhereIsKeptForTheNextOneWhoLooks() throws IOException {
        Path folder = keep("of-the-dead", HERE, DEAD, Duration.ZERO, null);
        SandboxStore store = new SandboxStore(state);

        ReapReport report = store.reap(Duration.ofDays(1), id -> {
            throw new IOException("its control group is busy");
        });

        assertThat(report.failures()).singleElement().asString().contains("of-the-dead", "its control group is busy");
        assertThat(folder).exists();
        assertThat(store.reap(Duration.ofDays(1), id -> true).removed()).containsExactly("of-the-dead");
    }

    /** One after the other, twenty containers that a killed JVM left took nearly five seconds. */
    @Test
    void severalAreRemovedAtOnce() throws IOException {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "with one processor, one after the other");
        keep("one", HERE, DEAD, Duration.ZERO, null);
        keep("other", HERE, DEAD, Duration.ZERO, null);
        CyclicBarrier both = new CyclicBarrier(2);

        ReapReport report = new SandboxStore(state).reap(Duration.ofDays(1), id -> {
            try {
                both.await(20, TimeUnit.SECONDS);
                return true;
            } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
                throw new IOException("the other one is not being removed", alone);
            }
        });

        assertThat(report.failures()).isEmpty();
        assertThat(report.removed()).containsExactlyInAnyOrder("one", "other");
    }

    /** Makes nothing. */
    private static final class Plain extends RecordedSandboxProvider {

        Plain(ProviderContext context) {
            super("plain", context);
        }

        @Override
        public Capabilities capabilities() {
            return Capabilities.of(Isolation.PROCESS);
        }

        @Override
        public ProviderStatus status() {
            return new ProviderStatus.Available("1", Map.of());
        }

        @Override
        protected AbstractSandbox begin(Beginning beginning) {
            throw new UnsupportedOperationException("nothing is made here");
        }

        @Override
        protected Optional<SandboxInfo> describe(SandboxRecord record) {
            return Optional.empty();
        }
    }
}
