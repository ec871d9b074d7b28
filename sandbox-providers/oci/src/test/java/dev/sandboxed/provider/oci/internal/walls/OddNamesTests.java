package dev.sandboxed.provider.oci.internal.walls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.oci.internal.WithEachRuntime;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names are bytes to the kernel, and nobody there asks which letters they mean. */
@Timeout(120)
class OddNamesTests extends WithEachRuntime {

    private static final String MAKE =
            "n=$(printf 'a\\377\\376'); mkdir \"$n\"; echo kept > \"$n/$n\"; ln -s \"$n\" link;"
                    + " rm -f \"/usr/$n\"; echo x > \"$(printf 'new\\nline')\"";
    /** Not by ls: with a gVisor of 2022 that of Debian 12 can look at nothing. */
    private static final String NAMES = "for f in * a*/*; do printf '%s ' \"$f\"; done | od -An -tx1; cat a*/*;";

    private static final String LOOK = NAMES + " readlink link | od -An -tx1; cat link/*";

    OddNamesTests(Kind kind) {
        super(kind);
    }

    @Test
    void namesThatAreNoTextComeBackFromASnapshotAsTheyWere() {
        Snapshot snapshot;
        String before;
        try (Sandbox sandbox = create()) {
            sandbox.shell(MAKE).orThrow();
            before = said(sandbox, LOOK);
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        assertThat(before).contains("ff fe", "kept");
        try (Sandbox again = provider.snapshots().restore(snapshot, SandboxSpec.defaults())) {
            assertThat(said(again, LOOK)).isEqualTo(before);
        }
    }

    @Test
    void aPartOfTheFilesMayHaveSuchNamesToo() {
        Snapshot snapshot;
        try (Sandbox sandbox = create()) {
            sandbox.shell(MAKE).orThrow();
            snapshot = sandbox.snapshot(SnapshotOptions.ALL.including("workspace/a*/**"));
        }
        try (Sandbox again = provider.snapshots().restore(snapshot, SandboxSpec.defaults())) {
            assertThat(said(again, NAMES)).contains("kept", "61 ff fe").doesNotContain("6e 65 77");
        }
    }
}
