package dev.sandboxed.assertions;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.testkit.MockSandboxProvider;
import org.junit.jupiter.api.AfterEach;

/** A sandbox that runs nothing, on a provider that claims to be a container. */
abstract class WithMock {

    final MockSandboxProvider provider = MockSandboxProvider.builder()
            .name("boxes")
            .available("2.1")
            .isolation(Isolation.CONTAINER)
            .build();

    final Sandbox sandbox = provider.create(spec());
    final SandboxFiles files = sandbox.files();

    SandboxSpec spec() {
        return SandboxSpec.builder().build();
    }

    @AfterEach
    void closeProvider() {
        provider.close();
    }

    /** What every failure on the sandbox ends with. */
    String where() {
        return where("RUNNING");
    }

    String where(String state) {
        return "\nSandbox " + sandbox.id() + " is " + state + " on provider boxes 2.1 with isolation CONTAINER";
    }
}
