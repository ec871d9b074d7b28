package dev.sandboxed.core.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.spec.SandboxSpec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WarmProviderTests extends WithPool {

    private WarmProvider warm;

    @BeforeEach
    void heat() {
        warm = new WarmProvider(docker, pool, 2);
    }

    private void use(SandboxSpec spec) {
        warm.create(spec).close();
    }

    private static SandboxSpec labelled(int number) {
        return SandboxSpec.builder().label("number", String.valueOf(number)).build();
    }

    @Test
    void whatCameOnceIsNotMadeAhead() {
        use(labelled(1));
        use(labelled(2));

        pool.settle();
        assertThat(made).hasSize(2);
    }

    @Test
    void whatCameTwiceIsReadyFromThenOn() {
        use(labelled(1));
        use(labelled(1));
        untilReady(2);

        try (Sandbox third = warm.create(labelled(1))) {
            assertThat(third.state()).isEqualTo(SandboxState.RUNNING);
            assertThat(pool.statistics().hits()).isEqualTo(1);
            untilReady(2);
        }
    }

    @Test
    void onlyTheLastFewSpecsAreKeptReady() {
        for (int number = 1; number <= 5; number++) {
            use(labelled(number));
            use(labelled(number));
        }

        // Two of each of the last four, as far as the pool makes that many ahead; none of the first.
        await().until(() -> pool.statistics().making() == 0);
        long before = pool.statistics().hits();
        use(labelled(1));
        assertThat(pool.statistics().hits()).isEqualTo(before);
    }

    @Test
    void oneThatIsClosedIsGoneAtOnce() {
        Sandbox one = warm.create(labelled(1));

        one.close();

        assertThat(one.state()).isEqualTo(SandboxState.DESTROYED);
    }
}
