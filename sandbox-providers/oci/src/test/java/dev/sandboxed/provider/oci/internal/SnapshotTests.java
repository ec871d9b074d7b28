package dev.sandboxed.provider.oci.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@NeedsRuntime(Kind.RUNC)
@Timeout(60)
class SnapshotTests extends WithProvider {

    SnapshotTests() {
        super(Kind.RUNC);
    }

    private Sandbox restored(Snapshot snapshot) {
        return provider.snapshots().restore(snapshot, SandboxSpec.defaults());
    }

    @Test
    void whatWasDeletedStaysSoBelowUsrAsElsewhere() {
        Snapshot snapshot;
        try (Sandbox sandbox = create()) {
            sandbox.shell(
                            "rm -r /usr/bin/env /usr/share/doc /etc/services; mkdir /usr/share/doc; echo x > /usr/share/doc/x")
                    .orThrow();
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        try (Sandbox again = restored(snapshot)) {
            assertThat(said(again, "ls /usr/bin/env /etc/services")).doesNotContain("env\n", "services\n");
            assertThat(said(again, "ls /usr/share/doc")).isEqualTo("x\n");
        }
    }

    @Test
    void changesToProgramsComeWithASnapshotEvenWhereThereMayBeNoMore() {
        Snapshot snapshot;
        try (Sandbox sandbox = create()) {
            sandbox.shell("echo changed > /usr/share/changed; rm /usr/bin/env").orThrow();
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        SandboxSpec fixed = SandboxSpec.builder().readOnlyRoot(true).build();
        try (Sandbox again = provider.snapshots().restore(snapshot, fixed)) {
            assertThat(said(again, "cat /usr/share/changed; test -e /usr/bin/env || echo gone"))
                    .isEqualTo("changed\ngone\n");
            assertThat(again.shell("echo more > /usr/share/changed").succeeded())
                    .isFalse();
        }
    }

    @Test
    void ownersModesAndTemporaryFilesAreKept() {
        Snapshot snapshot;
        try (Sandbox sandbox =
                provider.create(SandboxSpec.builder().user("nobody").build())) {
            sandbox.shell("echo mine > mine; chmod 640 mine; echo t > /tmp/t; ln -s /tmp/t link")
                    .orThrow();
            snapshot = sandbox.snapshot(SnapshotOptions.ALL);
        }
        try (Sandbox again = restored(snapshot)) {
            assertThat(said(again, "stat -c '%U %a' mine; readlink link; cat link"))
                    .isEqualTo("nobody 640\n/tmp/t\nt\n");
        }
    }

    @Test
    void aPartOfTheFilesIsPutIntoASandboxThatIsOtherwiseNew() {
        Snapshot snapshot;
        try (Sandbox sandbox = create()) {
            sandbox.shell("mkdir kept; echo a > kept/a; echo b > other; rm /etc/services")
                    .orThrow();
            snapshot = sandbox.snapshot(SnapshotOptions.ALL.including("workspace/kept/**"));
        }
        assertThat(snapshot.fileCount()).isEqualTo(1);
        try (Sandbox again = restored(snapshot)) {
            assertThat(said(again, "find . -type f; ls /etc/services")).isEqualTo("./kept/a\n/etc/services\n");
        }
    }

    @Test
    void linksOfASnapshotDoNotLeadTheHostAstray(@TempDir Path outside) {
        Snapshot whole;
        Snapshot part;
        try (Sandbox sandbox = create()) {
            sandbox.shell("rm -r /var; ln -s " + outside + " /var; ln -s " + outside + " /workspace/etc")
                    .orThrow();
            whole = sandbox.snapshot(SnapshotOptions.ALL);
            part = sandbox.snapshot(SnapshotOptions.ALL.including("var"));
        }
        try (Sandbox again = restored(whole)) {
            assertThat(said(again, "readlink /var")).isEqualTo(outside + "\n");
        }
        assertThatThrownBy(() -> restored(part))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("leaves the sandbox");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void aStoppedSandboxIsSavedAndStaysStopped() {
        try (Sandbox sandbox = create()) {
            sandbox.files().write("file", "content");
            sandbox.stop();
            Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL);
            sandbox.resume();

            assertThat(sandbox.shell("cat file").stdout()).isEqualTo("content");
            try (Sandbox again = restored(snapshot)) {
                assertThat(again.shell("cat file").stdout()).isEqualTo("content");
            }
        }
    }
}
