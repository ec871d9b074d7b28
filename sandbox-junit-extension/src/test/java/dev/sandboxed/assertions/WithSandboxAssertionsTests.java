package dev.sandboxed.assertions;

import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import org.junit.jupiter.api.Test;

class WithSandboxAssertionsTests extends WithMock implements WithSandboxAssertions {

    @Test
    void assertionsOfBothLibrariesAreThereWithoutAStaticImport() {
        assertThat(Results.ended(Ending.exited(3))).failed();
        assertThat(sandbox).isRunning();
        assertThat(sandbox.snapshot(SnapshotOptions.ALL)).hasFileCount(0);
        assertThat("text").hasSize(4);
        assertThatThrownBy(() -> assertThat(sandbox).isStopped()).isInstanceOf(AssertionError.class);
    }
}
