package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxDestroyedException;
import org.junit.jupiter.api.Test;

class SandboxAssertTests extends WithMock {

    @Test
    void isRunningPassesForANewSandbox() {
        assertThat(sandbox).isRunning();
    }

    @Test
    void isRunningFailsForAClosedSandbox() {
        sandbox.close();

        assertThat(Failing.message(() -> assertThat(sandbox).isRunning()))
                .isEqualTo("Expecting the sandbox to be RUNNING, but it is DESTROYED." + where("DESTROYED"));
    }

    @Test
    void isNotRunningPassesForAStoppedSandbox() {
        sandbox.stop();

        assertThat(sandbox).isNotRunning();
    }

    @Test
    void isNotRunningFailsForANewSandbox() {
        assertThat(Failing.message(() -> assertThat(sandbox).isNotRunning()))
                .isEqualTo("Expecting the sandbox not to be RUNNING, but it is RUNNING." + where());
    }

    @Test
    void isStoppedPassesForAStoppedSandbox() {
        sandbox.stop();

        assertThat(sandbox).isStopped();
    }

    @Test
    void isStoppedFailsForANewSandbox() {
        assertThat(Failing.message(() -> assertThat(sandbox).isStopped()))
                .isEqualTo("Expecting the sandbox to be STOPPED, but it is RUNNING." + where());
    }

    @Test
    void isNotStoppedPassesForANewSandbox() {
        assertThat(sandbox).isNotStopped();
    }

    @Test
    void isNotStoppedFailsForAStoppedSandbox() {
        sandbox.stop();

        assertThat(Failing.message(() -> assertThat(sandbox).isNotStopped()))
                .isEqualTo("Expecting the sandbox not to be STOPPED, but it is STOPPED." + where("STOPPED"));
    }

    @Test
    void isDestroyedPassesForAClosedSandbox() {
        sandbox.close();

        assertThat(sandbox).isDestroyed();
    }

    @Test
    void isDestroyedFailsForANewSandbox() {
        assertThat(Failing.message(() -> assertThat(sandbox).isDestroyed()))
                .isEqualTo("Expecting the sandbox to be DESTROYED, but it is RUNNING." + where());
    }

    @Test
    void isNotDestroyedPassesForAStoppedSandbox() {
        sandbox.stop();

        assertThat(sandbox).isNotDestroyed();
    }

    @Test
    void isNotDestroyedFailsForAClosedSandbox() {
        sandbox.close();

        assertThat(Failing.message(() -> assertThat(sandbox).isNotDestroyed()))
                .isEqualTo("Expecting the sandbox not to be DESTROYED, but it is DESTROYED." + where("DESTROYED"));
    }

    @Test
    void runsOnPassesForItsProvider() {
        assertThat(sandbox).runsOn("boxes");
    }

    @Test
    void runsOnFailsForAnotherProvider() {
        assertThat(Failing.message(() -> assertThat(sandbox).runsOn("docker")))
                .isEqualTo("Expecting the provider docker, but it is boxes." + where());
    }

    @Test
    void doesNotRunOnPassesForAnotherProvider() {
        assertThat(sandbox).doesNotRunOn("docker");
    }

    @Test
    void doesNotRunOnFailsForItsProvider() {
        assertThat(Failing.message(() -> assertThat(sandbox).doesNotRunOn("boxes")))
                .isEqualTo("Expecting another provider than boxes, but that is what it runs on." + where());
    }

    @Test
    void hasIsolationAtLeastPassesForItsLevelAndWeakerOnes() {
        assertThat(sandbox).hasIsolationAtLeast(Isolation.CONTAINER).hasIsolationAtLeast(Isolation.PROCESS);
    }

    @Test
    void hasIsolationAtLeastFailsForAStrongerLevel() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasIsolationAtLeast(Isolation.MICROVM)))
                .isEqualTo("Expecting at least the isolation MICROVM, but it is CONTAINER." + where());
    }

    @Test
    void missingSandboxFailsEveryAssertion() {
        Sandbox nothing = null;

        assertThat(Failing.message(() -> assertThat(nothing).isRunning())).isEqualTo("Expecting actual not to be null");
        assertThat(Failing.message(() -> assertThat(nothing).hasFile("f")))
                .isEqualTo("Expecting actual not to be null");
    }

    @Test
    void lookingIntoASandboxThatIsGoneIsNoFailedAssertion() {
        sandbox.close();

        assertThatThrownBy(() -> assertThat(sandbox).doesNotHaveFile("f"))
                .isInstanceOf(SandboxDestroyedException.class);
    }
}
