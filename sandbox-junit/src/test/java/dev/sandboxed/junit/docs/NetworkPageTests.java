package dev.sandboxed.junit.docs;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.junit.EnabledIfSandbox;
import dev.sandboxed.junit.Sandboxed;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of docs/network.md. No host of them exists, so that all that can be tried is refused or unknown. */
@EnabledIfSandbox(provider = "runc", capability = Capability.NETWORK_CREDENTIALS)
class NetworkPageTests {

    @Test
    @Sandboxed(
            provider = "runc",
            network = Network.ALLOW_LIST,
            allowHosts = {"registry.example:443", "*.cdn.example", "203.0.113.0/24"})
    void whatIsNotOnTheListIsRefusedAndSeen(Sandbox sandbox) {
        sandbox.shell("getent hosts evil.example");
        assertThat(sandbox).triedToReach("evil.example").reachedNothing();
        assertThat(sandbox).didNotTryToReach("registry.example");
    }

    @Test
    void aKeyIsTakenFromTheEnvironmentOfTheTests(@TempDir Path state) {
        assertThat(SuiteFailures.of(KeySuite.class, state))
                .singleElement()
                .asString()
                .as("no such variable is set here")
                .contains("the key for https://api.example is not set");
    }

    static class KeySuite {

        @Test
        @Sandboxed(provider = "runc", allowHosts = "api.example:443", credentials = "https://api.example=API_KEY")
        void usesAServiceWithAKey(Sandbox sandbox) {
            assertThat(sandbox).isRunning();
        }
    }

    static SandboxSpec withAKey() {
        String key = "the-key-that-stays-outside";
        return SandboxSpec.builder()
                .network(NetworkPolicy.allowing("api.example:443"))
                .credential(Credential.bearer("https://api.example", Secret.of(key)))
                .build();
    }

    @Test
    @Sandboxed(provider = "runc", spec = "withAKey")
    void theKeyItselfDoesNotEnter(Sandbox sandbox) {
        assertThat(sandbox.shell("env; cat /proc/1/environ")).stdout().doesNotContain("the-key-that-stays-outside");
    }
}
