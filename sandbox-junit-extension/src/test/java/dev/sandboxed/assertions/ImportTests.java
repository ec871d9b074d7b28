package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Both static imports in one file: that this compiles is half of what it shows. */
class ImportTests extends WithMock {

    @Test
    void typeOfTheArgumentDecidesBetweenBothImports() {
        ExecResult run = Results.ended(Ending.exited(0));
        Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL);

        ExecResultAssert onResult = assertThat(run);
        SandboxAssert onSandbox = assertThat(sandbox);
        SnapshotAssert onSnapshot = assertThat(snapshot);

        assertThat(onResult.succeeded()).isSameAs(onResult);
        assertThat(onSandbox.isRunning()).isSameAs(onSandbox);
        assertThat(onSnapshot.comesFrom("boxes")).isSameAs(onSnapshot);
    }

    @Test
    void assertsOfAssertJAreStillFound() {
        assertThat("text").startsWith("t");
        assertThat(1).isPositive();
        assertThat(List.of(sandbox)).containsExactly(sandbox);
        assertThat(Map.of("a", 1)).containsKey("a");
        assertThat(Optional.of(sandbox)).contains(sandbox);
        assertThat(new Object()).isNotNull();
        assertThat(sandbox.state()).isNotNull();
    }

    @Test
    void subtypesOfASandboxAreTakenForSandboxes() {
        interface Special extends Sandbox {}
        Special none = null;

        assertThat(Failing.message(() -> assertThat(none).isRunning())).isEqualTo("Expecting actual not to be null");
    }

    @Test
    void exampleOfTheDesignReadsAsItIsWritten() {
        ExecResult run = Results.printed(Results.text("1\n2\n3\n"), Results.text(""));
        sandbox.files().write("/workspace/out.txt", "done\n");

        assertThat(run).succeeded().stdout().isEqualTo("1\n2\n3\n");
        assertThat(sandbox).hasFile("/workspace/out.txt").withContent("done\n");
    }
}
