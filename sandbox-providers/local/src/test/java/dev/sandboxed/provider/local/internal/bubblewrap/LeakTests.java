package dev.sandboxed.provider.local.internal.bubblewrap;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.exec.Command;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeakTests extends WithBubblewrap {

    private static final int SANDBOXES = 50;

    @Test
    void fiftySandboxesLeaveNoProcessGroupFolderThreadOrDescriptor() throws Exception {
        use();
        long descriptors = Traces.descriptors();
        List<SandboxInfo> used = new ArrayList<>();
        for (int i = 0; i < SANDBOXES; i++) {
            used.add(use());
        }
        List<String> groups =
                Traces.controlGroupsOf("bubblewrap").stream().map(File::getName).toList();
        assertThat(used).allSatisfy(info -> {
            assertThat(Traces.processesBelow(info.nativeId())).isEmpty();
            assertThat(groups).noneMatch(group -> group.contains(info.id()));
        });
        assertThat(Traces.filesIn(state)).isEmpty();
        await().atMost(ofSeconds(10)).untilAsserted(() -> {
            assertThat(Traces.descriptors()).isLessThanOrEqualTo(descriptors);
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("sandboxed-box-") || name.startsWith("sandboxed-pipe-"));
        });
    }

    /** Creates a sandbox and use several of its supervisors. */
    private SandboxInfo use() {
        try (Sandbox sandbox = create()) {
            sandbox.exec(Command.of("cat").stdin("input")).orThrow();
            sandbox.shell("sleep 1000 & exit 0").orThrow();
            sandbox.files().write("file.txt", "text");
            return sandbox.info();
        }
    }
}
