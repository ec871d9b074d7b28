package dev.sandboxed.serve.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.serve.internal.direct.DirectSupply;
import dev.sandboxed.wire.internal.ServiceWords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HealthTests {

    private static final Duration LEASE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger times = new AtomicInteger();
    private SandboxProvider prompt;
    private Health health;

    private final class Hanging extends ForwardingSandboxProvider {

        Hanging(SandboxProvider provider) {
            super(provider);
        }

        @Override
        public String name() {
            return "hanging";
        }

        @Override
        public ProviderStatus status() {
            times.incrementAndGet();
            asked.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return super.status();
        }
    }

    @BeforeEach
    void open() {
        prompt = ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals("subprocess"))
                .findFirst()
                .orElseThrow()
                .open(ProviderContext.in(folder));
        health = new Health(new DirectSupply(List.of(new Hanging(prompt), prompt)), LEASE);
    }

    @AfterEach
    void close() {
        go.countDown();
        prompt.close();
    }

    private CompletableFuture<ServiceWords> words(String provider) {
        return CompletableFuture.supplyAsync(() -> health.words(Optional.of(provider)));
    }

    @Test
    void aProviderThatHangsHoldsUpNobodyWhoAsksForAnother() throws Exception {
        CompletableFuture<ServiceWords> first = words("hanging");
        asked.await();

        ServiceWords other = words("subprocess").get(5, TimeUnit.SECONDS);

        assertThat(other.providers()).hasSize(1);
        assertThat(first).isNotDone();
    }

    @Test
    void whoeverWaitedForAnAnswerDoesNotHaveTheProviderAskedAgain() throws Exception {
        CompletableFuture<ServiceWords> first = words("hanging");
        asked.await();
        CompletableFuture<ServiceWords> second = words("hanging");
        // Longer than what was told before it was asked would be fresh.
        assertThat(go.await(1100, TimeUnit.MILLISECONDS)).isFalse();
        go.countDown();

        assertThat(second.get().providers()).isEqualTo(first.get().providers());
        assertThat(times).hasValue(1);
    }
}
