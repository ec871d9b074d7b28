package dev.sandboxed.junit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecordingSandboxTests {

    private final List<String> ended = new ArrayList<>();

    /** Has copies that cannot be closed, if they are asked to. */
    private final class Stubborn extends ForwardingSandbox {

        private final String name;
        private final boolean stubborn;

        Stubborn(Sandbox sandbox, String name, boolean stubborn) {
            super(sandbox);
            this.name = name;
            this.stubborn = stubborn;
        }

        @Override
        public List<Sandbox> fork(int copies) {
            return IntStream.range(0, copies)
                    .<Sandbox>mapToObj(i -> new Stubborn(sandbox(), name + i, stubborn))
                    .toList();
        }

        @Override
        public void close() {
            ended.add(name);
            if (stubborn) {
                throw new IllegalStateException(name + " does not end");
            }
        }
    }

    private void with(boolean stubborn, Consumer<RecordingSandbox> use) {
        try (MockSandboxProvider provider = MockSandboxProvider.builder().build();
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            Selection selection = new Selection(
                    provider, provider.capabilities(), new ProviderStatus.Available("1", Map.of()), List.of());
            SelectedSandbox selected = new SelectedSandbox(new Stubborn(sandbox, "copy", stubborn), selection);
            use.accept(new RecordingSandbox(selected, Duration.ofSeconds(9), Witness.NONE));
        }
    }

    @Test
    void copiesThatCannotBeClosedKeepNobodyFromBeingClosedAndNoFailureHidesAnother() {
        with(true, recording -> {
            recording.fork(2);
            assertThatIllegalStateException()
                    .isThrownBy(() -> recording.closeCopies(() -> {
                        ended.add("last");
                        throw new IllegalStateException("neither does the last");
                    }))
                    .withMessage("copy0 does not end")
                    .satisfies(e -> assertThat(e.getSuppressed())
                            .extracting(Throwable::getMessage)
                            .containsExactly("copy1 does not end", "neither does the last"));
            assertThat(ended).containsExactly("copy0", "copy1", "last");
        });
    }

    /** They were once closed one within the other, which takes as much of the stack as there are copies. */
    @Test
    void manyCopiesAreClosed() {
        with(false, recording -> {
            recording.fork(100_000);
            recording.closeCopies(() -> ended.add("last"));
            assertThat(ended).hasSize(100_001).endsWith("last");
        });
    }
}
