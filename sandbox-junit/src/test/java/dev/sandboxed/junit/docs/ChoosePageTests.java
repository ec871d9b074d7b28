package dev.sandboxed.junit.docs;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.Sandboxes;
import dev.sandboxed.core.config.Prefer;
import dev.sandboxed.core.config.Workload;
import dev.sandboxed.junit.EnabledIfSandbox;
import dev.sandboxed.junit.OnUnavailable;
import dev.sandboxed.junit.Sandboxed;
import org.junit.jupiter.api.Test;

/** The snippets of docs/choose.md. */
class ChoosePageTests {

    @Test
    @Sandboxed
    void onTheStrongestThatWorksHere(Sandbox sandbox) {
        assertThat(sandbox).hasIsolationAtLeast(Isolation.PROCESS);
    }

    @Test
    @Sandboxed(isolation = Isolation.CONTAINER, onUnavailable = OnUnavailable.SKIP)
    void behindAWallOrNotAtAll(Sandbox sandbox) {
        assertThat(sandbox).hasIsolationAtLeast(Isolation.CONTAINER);
    }

    @Test
    @Sandboxed(provider = "subprocess")
    void onJustThisOne(Sandbox sandbox) {
        assertThat(sandbox).runsOn("subprocess");
    }

    @Test
    @EnabledIfSandbox(capability = Capability.LIMIT_MEMORY)
    @Sandboxed(memory = "128m", prefer = Prefer.SPEED, workload = Workload.AGENT)
    void onOneThatCanHoldTheLimit(Sandbox sandbox) {
        assertThat(sandbox).doesNotRunOn("subprocess");
    }

    @Test
    @EnabledIfSandbox(isolation = Isolation.NAMESPACE)
    @Sandboxed(isolation = Isolation.NAMESPACE)
    void whoWasPassedOverAndWhy(Sandbox sandbox) {
        for (Rejection other : sandbox.info().passedOver()) {
            System.out.println(other.provider() + ": " + other.reason() + "; remedy: " + other.remedy());
        }
        assertThat(sandbox.info().passedOver())
                .extracting(Rejection::provider)
                .doesNotContain(sandbox.info().provider());
    }

    @Test
    void withoutJUnitTheChoiceIsTheSame() {
        try (Sandbox sandbox = Sandboxes.create(SandboxSpec.defaults(), Isolation.PROCESS)) {
            assertThat(sandbox.info().isolation().atLeast(Isolation.PROCESS)).isTrue();
            assertThat(sandbox.exec("true")).succeeded();
        }
    }
}
