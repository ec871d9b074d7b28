package dev.sandboxed.core.internal.pool;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.FakeProvider;
import dev.sandboxed.core.internal.choice.FakeSandbox;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Short plans in all mixtures, thousands of them: who shares a sandbox, and how many live. */
@Order(1)
class PoolConcurrencyTests {

    private static final int LIVE = 3;

    @Test
    void noSandboxIsHandedOutTwiceAndNoMoreLiveThanMay() {
        new StressOptions()
                .iterations(10)
                .invocationsPerIteration(40)
                .threads(3)
                .actorsPerThread(4)
                .minimizeFailedScenario(false)
                // What an operation does to the others, nothingWentWrong tells.
                .verifier(EpsilonVerifier.class)
                .check(Claimed.class);
    }

    /** A pool for two kinds, and what it must not do. */
    @Param(name = "kind", gen = IntGen.class, conf = "0:1")
    public static class Claimed {

        private final Queue<FakeSandbox> made = new ConcurrentLinkedQueue<>();
        private final Set<String> used = ConcurrentHashMap.newKeySet();
        private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
        private final Queue<Expectation> expected = new ConcurrentLinkedQueue<>();
        private final SandboxPool pool = new SandboxPool(
                new ProviderChain(ProviderRegistry.of(
                        List.of(new FakeProvider("docker")
                                .declares(Isolation.CONTAINER)
                                .creates(this::make)),
                        name -> ProviderContext.in(Path.of("state", name)))),
                PoolLimits.of(2, DataSize.ofGibibytes(8)).withAhead(2).withLive(LIVE));

        private synchronized Sandbox make() {
            long live = made.stream().filter(one -> !one.isClosed()).count();
            if (live >= LIVE) {
                wrong.add("one more was made while " + live + " lived, and " + LIVE + " may");
            }
            FakeSandbox one = new FakeSandbox(Isolation.CONTAINER);
            made.add(one);
            return one;
        }

        private static ProviderRequest request(int kind) {
            return ProviderRequest.of(
                    SandboxSpec.builder().label("kind", "k" + kind).build());
        }

        @Operation
        public void expect(@Param(name = "kind") int kind) {
            expected.addAll(pool.expect(List.of(request(kind))));
        }

        @Operation
        public void withdraw() {
            Expectation one = expected.poll();
            pool.withdraw(one == null ? List.of() : List.of(one));
        }

        @Operation
        public void claimAndRelease(@Param(name = "kind") int kind) {
            Expectation one = expected.poll();
            ProviderRequest request = one == null ? request(kind) : one.request();
            try (Lease lease = pool.claim(request, one)) {
                Sandbox sandbox = lease.selected().sandbox();
                if (!used.add(sandbox.id())) {
                    wrong.add("sandbox " + sandbox.id() + " was handed out twice");
                }
                sandbox.exec("true").orThrow();
            }
        }

        /** Looks when all have ended. */
        @Validate
        public void nothingWentWrong() {
            pool.close();
            made.stream()
                    .filter(one -> !one.isClosed())
                    .map(one -> "sandbox " + one.id() + " is left")
                    .forEach(wrong::add);
            if (!wrong.isEmpty()) {
                throw new IllegalStateException(String.join("; ", wrong));
            }
        }
    }
}
