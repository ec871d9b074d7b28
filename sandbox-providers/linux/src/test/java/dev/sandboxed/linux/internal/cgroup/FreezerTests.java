package dev.sandboxed.linux.internal.cgroup;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of both versions, as far as this host has them. */
class FreezerTests {

    @TempDir
    Path folder;

    private Path group = Path.of("none");
    private Process process;

    private Freezer join(List<String> trees, Function<Path, Freezer> kind) throws IOException {
        // A folder that holds trees of groups, and is none itself, has no such file.
        for (String tree : trees) {
            if (Files.isWritable(Path.of(tree, "cgroup.procs")) && group.getParent() == null) {
                group = Files.createDirectory(Path.of(tree, "sandboxed-test-" + UUID.randomUUID()));
            }
        }
        Freezer freezer = kind.apply(group);
        assumeTrue(Files.exists(freezer.control()), "this host has no such control groups for us");
        process = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "echo 0 >\"$1/cgroup.procs\" && while :; do echo >>count; done",
                        "sh",
                        group.toString())
                .directory(folder.toFile())
                .start();
        await().atMost(ofSeconds(10)).until(() -> count() > 0);
        return freezer;
    }

    private long count() throws IOException {
        Path file = folder.resolve("count");
        return Files.exists(file) ? Files.size(file) : 0;
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        if (process != null) {
            process.destroyForcibly();
        }
        if (group.getParent() != null) {
            ControlGroup.remove(List.of(group));
        }
    }

    private void assertHoldsAndLetsGo(Freezer freezer) throws IOException {
        freezer.freeze();
        assertThat(freezer.isFrozen()).isTrue();
        long before = count();
        await().during(ofMillis(300)).atMost(ofSeconds(2)).until(() -> count() == before);
        freezer.thaw();
        await().atMost(ofSeconds(10)).until(() -> count() > before);
    }

    @Test
    void aGroupOfTheOlderLayoutIsHeldAndRemovedEvenIfItWasKilledWhileItWasHeld() throws IOException {
        Freezer freezer = join(List.of("/sys/fs/cgroup/freezer"), Freezer::legacy);
        assertHoldsAndLetsGo(freezer);
        freezer.freeze();
    }

    @Test
    void aGroupOfTheNewerLayoutIsHeldAndDiesWhileItIsHeld() throws Exception {
        Freezer freezer = join(List.of("/sys/fs/cgroup", "/sys/fs/cgroup/unified"), Freezer::unified);
        assertHoldsAndLetsGo(freezer);
        freezer.freeze();
        process.destroyForcibly();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aThreadThatWasInterruptedLetsGoAllTheSame() throws IOException {
        Path control = Files.writeString(folder.resolve("cgroup.freeze"), "1");
        Thread.currentThread().interrupt();
        Freezer.unified(folder).thaw();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Files.readString(control, US_ASCII)).isEqualTo("0");
    }
}
