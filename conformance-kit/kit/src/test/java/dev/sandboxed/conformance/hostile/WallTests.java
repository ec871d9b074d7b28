package dev.sandboxed.conformance.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/** What would harm a host is not run on mocks that do not declare a wall, nor on those that cannot show it. */
class WallTests {

    private static final String BEHIND_A_WALL = "dev.sandboxed.conformance.hostile.HostileScriptTests#runBehindAWall";

    /** An answer that is none, the host's processes, mounts that are not told, and a whole machine. */
    private static final List<String> REACHES = List.of(
            "",
            hostsProcesses() + "\nipc:[1]\nmnt:[1]\n3\n",
            "pid:[1]\nipc:[1]\nmnt unknown\n3\n",
            "pid:[1]\nipc:[1]\nmnt:[1]\n400\n");

    private static String hostsProcesses() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException e) {
            return "pid unknown";
        }
    }

    @ParameterizedTest
    @MethodSource(BEHIND_A_WALL)
    void whatNeedsAWallIsRunOnNobodyWhoDoesNotDeclareOne(HostileScript script) {
        MockSandboxProvider weak = HostileRunTests.mock(Isolation.FILESYSTEM, HostileRunTests.APART)
                .build();

        try (HostileRun run = HostileRunTests.hastily(fixed(weak))) {
            assertThatThrownBy(() -> run.attempt(script))
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessageStartingWith("not claimed: ")
                    .hasMessageEndingWith("declares FILESYSTEM");
            assertThat(weak.commands()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource(BEHIND_A_WALL)
    void whatNeedsAWallIsNotRunWhereNoneIsSeen(HostileScript script) {
        for (String reach : REACHES) {
            MockSandboxProvider leaky =
                    HostileRunTests.mock(Isolation.CONTAINER, reach).build();

            HostileRunTests.blamed(fixed(leaky), script)
                    .contains("it was not run, since nothing proves that the host is out of reach. Seen inside: ");
            assertThat(leaky.commands())
                    .isNotEmpty()
                    .noneMatch(command -> command.env().containsKey("HOSTILE_WORD"));
        }
    }

    private static SandboxProviderFactory fixed(MockSandboxProvider provider) {
        return new SandboxProviderFactory() {
            @Override
            public String name() {
                return provider.name();
            }

            @Override
            public int apiVersion() {
                return ApiVersion.CURRENT;
            }

            @Override
            public SandboxProvider open(ProviderContext context) {
                return provider;
            }
        };
    }
}
