package dev.sandboxed.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An older provider implements only what it knew; the rest of the interface must say so. */
class SandboxDefaultsTests {

    @Test
    void aProviderBuiltAgainstAnOlderVersionIsNotCreditedWithWhatItCannotKnow() {
        SandboxProviderFactory older = new OlderFactory();
        SandboxProvider provider = older.open(ProviderContext.in(Path.of("unused")));
        Capabilities declared = provider.capabilities();

        assertThat(declared.has(Capability.SNAPSHOT)).isTrue();
        assertThat(declared.knownTo(older.apiVersion())
                        .missing(SandboxSpec.builder().user("nobody").build().requiredCapabilities()))
                .containsExactly(Capability.USER);
        assertThat(declared.knownTo(older.apiVersion()).has(Capability.SNAPSHOT))
                .isFalse();
    }

    @Test
    void whatAnOlderProviderDoesNotImplementIsReportedAsNotSupported() {
        SandboxProvider provider = new OlderFactory().open(ProviderContext.in(Path.of("unused")));

        assertThatExceptionOfType(UnsupportedCapabilityException.class)
                .isThrownBy(() -> provider.connect("x"))
                .satisfies(refused -> assertThat(refused.capability()).isEqualTo(Capability.CONNECT));
        assertThatExceptionOfType(UnsupportedCapabilityException.class)
                .isThrownBy(provider::snapshots)
                .satisfies(refused -> assertThat(refused.capability()).isEqualTo(Capability.SNAPSHOT));
    }

    @Test
    void infoIsCopiedIntoAnotherState() {
        SandboxInfo info = new SandboxInfo(
                "old-1",
                new SandboxInfo.RunsOn("old", "1", Isolation.PROCESS),
                "pid 1",
                SandboxState.RUNNING,
                Owner.current(),
                Map.of("a", "b"),
                Instant.EPOCH,
                Optional.empty());
        SandboxInfo gone = info.in(SandboxState.DESTROYED);

        assertThat(gone.state()).isEqualTo(SandboxState.DESTROYED);
        assertThat(gone.in(SandboxState.RUNNING)).isEqualTo(info);
        assertThat(gone.provider()).isEqualTo("old");
        assertThat(gone.isolation()).isEqualTo(Isolation.PROCESS);
        assertThat(gone.expiresAt()).isEmpty();
    }

    @Test
    void aContextIsChangedOneAtATime() {
        SandboxListener listener = event -> {};
        Owner owner = new Owner(1, "long ago");
        ProviderContext context = ProviderContext.in(Path.of("state"));

        assertThat(context.owner()).isEqualTo(Owner.current());
        assertThat(context.listener()).isSameAs(SandboxListener.SILENT);
        ProviderContext changed = context.withListener(listener)
                .withOwner(owner)
                .withSettings(Map.of("key", "s3cret"))
                .withEnvironment(Map.of("NAME", "t0ken"));
        assertThat(changed)
                .isEqualTo(new ProviderContext(
                        Path.of("state"), Map.of("key", "s3cret"), Map.of("NAME", "t0ken"), owner, listener));
        assertThat(changed.toString()).contains("key").doesNotContain("s3cret", "t0ken");
    }

    private static final class OlderFactory implements SandboxProviderFactory {

        @Override
        public String name() {
            return "old";
        }

        @Override
        public int apiVersion() {
            return 0;
        }

        @Override
        public SandboxProvider open(ProviderContext context) {
            return new OlderProvider();
        }
    }

    private static final class OlderProvider implements SandboxProvider {

        @Override
        public String name() {
            return "old";
        }

        @Override
        public Capabilities capabilities() {
            return Capabilities.of(Isolation.PROCESS, Capability.SNAPSHOT, Capability.USER);
        }

        @Override
        public ProviderStatus status() {
            return new ProviderStatus.Available("0", Map.of());
        }

        @Override
        public Sandbox create(SandboxSpec spec) {
            throw UnsupportedCapabilityException.of(Capability.IMAGE, name());
        }

        @Override
        public List<SandboxInfo> list() {
            return List.of();
        }

        @Override
        public ReapReport reap() {
            return new ReapReport(List.of(), List.of());
        }

        @Override
        public void close() {}
    }
}
