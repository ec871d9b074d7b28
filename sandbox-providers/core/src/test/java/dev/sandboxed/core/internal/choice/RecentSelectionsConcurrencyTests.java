package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** That nobody is given what was chosen before a change, once that was told. */
@Order(1)
class RecentSelectionsConcurrencyTests {

    @Test
    void nothingFromBeforeAChangeIsGivenAfterIt() {
        new StressOptions()
                .iterations(10)
                .invocationsPerIteration(400)
                .threads(3)
                .actorsPerThread(3)
                .minimizeFailedScenario(false)
                .check(Chosen.class);
    }

    /** What is chosen is the number of changes so far. */
    public static class Chosen {

        private static final ProviderRequest REQUEST = ProviderRequest.of(SandboxSpec.defaults());

        private final AtomicInteger changes = new AtomicInteger();
        private final AtomicInteger told = new AtomicInteger();
        private final RecentSelections recent = new RecentSelections(InstantSource.fixed(Instant.EPOCH));

        /** Returns whether what was chosen is as new as the last change that was told before. */
        @Operation
        public boolean isNewEnough() {
            int atLeast = told.get();
            return Integer.parseInt(recent.get(REQUEST, this::choose).status().version()) >= atLeast;
        }

        private Selection choose(ProviderRequest request) {
            return new Selection(
                    new FakeProvider("fake"),
                    Capabilities.of(Isolation.PROCESS),
                    new ProviderStatus.Available(Integer.toString(changes.get()), Map.of()),
                    List.of());
        }

        @Operation
        public void change() {
            int number = changes.incrementAndGet();
            recent.forget();
            told.accumulateAndGet(number, Math::max);
        }
    }
}
