package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.conformance.hostile.HostileRun;
import dev.sandboxed.conformance.hostile.HostileScript;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/**
 * Plain processes that claim a file system of their own, which they have not: the hostile set finds them out. Only scripts are
 * run here that the provider survives without that claim as well.
 */
class OverclaimingHostileTests {

    private static String blame(HostileScript script) {
        assertThat(script.needsAWall()).isFalse();
        try (HostileRun run = new HostileRun(new Overclaiming(), Map.of(), 1)) {
            return catchThrowableOfType(AssertionFailedError.class, () -> run.attempt(script))
                    .getMessage();
        }
    }

    @Test
    void aFileOfTheHostThatIsReadAndChangedThroughALinkIsNamed() {
        assertThat(blame(HostileScript.SYMBOLIC_LINKS))
                .startsWith("Provider 'overclaiming', which declares isolation FILESYSTEM, does not hold against")
                .contains("it reads a file of the host as link/file")
                .containsPattern("the host's file /\\S+/file was changed")
                .doesNotContain("to which links were left", "is left");
    }

    @Test
    void aFileOfTheHostThatGetsAnotherNameIsNamed() {
        assertThat(blame(HostileScript.HARD_LINKS)).contains("it reads a file of the host by another name of it");
    }

    private static final class Overclaiming implements SandboxProviderFactory {

        @Override
        public String name() {
            return "overclaiming";
        }

        @Override
        public int apiVersion() {
            return ApiVersion.CURRENT;
        }

        @Override
        public SandboxProvider open(ProviderContext context) {
            return new ForwardingSandboxProvider(new SubprocessProviderFactory().open(context)) {
                @Override
                public Capabilities capabilities() {
                    Capabilities real = super.capabilities();
                    return new Capabilities(Isolation.FILESYSTEM, real.features(), real.requirements(), real.startup());
                }
            };
        }
    }
}
