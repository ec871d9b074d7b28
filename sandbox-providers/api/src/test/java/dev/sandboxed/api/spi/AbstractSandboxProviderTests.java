package dev.sandboxed.api.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AbstractSandboxProviderTests {

    private final EventLog log = new EventLog();
    private final ProbeProvider provider = new ProbeProvider(log);

    @AfterEach
    void closeTheProvider() {
        provider.close();
    }

    @Test
    void listsWhatIsAliveWithItsLabels() {
        Sandbox first = provider.create(SandboxSpec.builder().label("n", "1").build());
        Sandbox second = provider.create(SandboxSpec.defaults());
        second.close();

        assertThat(provider.list()).containsExactly(first.info());
        assertThat(provider.list().get(0).labels()).containsEntry("n", "1");
        assertThat(first.id()).isNotEqualTo(second.id());
    }

    @Test
    void findsASandboxByItsIdWhileItIsAlive() {
        Sandbox sandbox = provider.create(SandboxSpec.defaults());

        assertThat(provider.connect(sandbox.id())).isSameAs(sandbox);
        sandbox.close();
        assertThatExceptionOfType(SandboxNotFoundException.class)
                .isThrownBy(() -> provider.connect(sandbox.id()))
                .withMessageStartingWith("No live sandbox has the id '" + sandbox.id() + "'");
    }

    @Test
    void destroysASandboxWhoseTimeIsUp() throws InterruptedException {
        Sandbox sandbox = provider.create(
                SandboxSpec.builder().timeToLive(Duration.ofMillis(30)).build());

        assertThat(log.awaitDestroyed()).isTrue();
        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
        assertThat(provider.list()).isEmpty();
        assertThatExceptionOfType(SandboxDestroyedException.class)
                .isThrownBy(() -> sandbox.exec("true"))
                .withMessageStartingWith("The sandbox is gone: its time to live of PT0.03S was up");
    }

    @Test
    void destroysEverythingWhenItIsClosed() {
        List<Sandbox> sandboxes = List.of(
                provider.create(SandboxSpec.defaults()),
                provider.create(
                        SandboxSpec.builder().timeToLive(Duration.ofDays(1)).build()));
        provider.close();
        provider.close();

        assertThat(sandboxes).allSatisfy(sandbox -> {
            assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
            assertThatExceptionOfType(SandboxDestroyedException.class)
                    .isThrownBy(() -> sandbox.exec("true"))
                    .withMessageStartingWith("The sandbox is gone: its provider was closed");
        });
        assertThat(provider.shutDowns).containsExactly("after 0 left alive");
    }

    @Test
    void destroysTheOthersWhenOneCannotBeDestroyed() {
        provider.release = () -> {
            throw new IllegalStateException("busy");
        };
        provider.create(SandboxSpec.defaults());
        provider.create(SandboxSpec.defaults());

        assertThatIllegalStateException()
                .isThrownBy(provider::close)
                .satisfies(thrown -> assertThat(thrown.getSuppressed()).hasSize(1));
        assertThat(provider.launched)
                .allSatisfy(sandbox -> assertThat(sandbox.releases).hasValue(1));
        assertThat(provider.shutDowns).hasSize(1);
    }

    @Test
    void makesNothingAfterItWasClosed() {
        provider.close();

        assertThatExceptionOfType(ProviderUnavailableException.class)
                .isThrownBy(() -> provider.create(SandboxSpec.defaults()))
                .withMessage("Provider 'probe' was closed [provider probe]"
                        + "\n  remedy: open a new one; a closed provider cannot be used again");
        assertThat(provider.launched).isEmpty();
    }

    @Test
    void destroysASandboxThatIsReadyOnlyAfterTheProviderWasClosed() throws Exception {
        CountDownLatch launching = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        provider.beforeLaunch = () -> {
            launching.countDown();
            await(goOn);
        };
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Future<Sandbox> creation = pool.submit(() -> provider.create(SandboxSpec.defaults()));
            assertThat(launching.await(20, TimeUnit.SECONDS)).isTrue();
            provider.close();
            goOn.countDown();

            assertThat(creation)
                    .failsWithin(Duration.ofSeconds(20))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(ProviderUnavailableException.class);
        } finally {
            pool.shutdownNow();
        }
        assertThat(provider.launched)
                .singleElement()
                .satisfies(sandbox -> assertThat(sandbox.releases).hasValue(1));
    }

    @Test
    void isNotHarmedByAListenerThatThrowsButPutsItOnRecord() {
        List<LogRecord> records = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(Events.class.getName());
        logger.setUseParentHandlers(false);
        logger.setFilter(record -> {
            records.add(record);
            return false;
        });
        try (ProbeProvider watched = new ProbeProvider(event -> {
            throw new IllegalStateException("listener is broken");
        })) {
            Sandbox sandbox = watched.create(SandboxSpec.defaults());

            assertThat(sandbox.exec("true").succeeded()).isTrue();
            sandbox.close();
            assertThat(watched.list()).isEmpty();
        } finally {
            logger.setFilter(null);
            logger.setUseParentHandlers(true);
        }
        assertThat(records)
                .hasSize(5)
                .allSatisfy(record -> assertThat(record.getThrown()).hasMessage("listener is broken"));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
