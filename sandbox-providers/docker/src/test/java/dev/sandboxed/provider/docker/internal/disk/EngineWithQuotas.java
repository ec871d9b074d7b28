package dev.sandboxed.provider.docker.internal.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.process.HostTool;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An engine of the tests' own, whose storage has quotas: that of most hosts has none. Its files are on a file system in a file. It
 * ends with the tests, even if they are killed; what it was mounted on stays then.
 */
final class EngineWithQuotas implements BeforeAllCallback, AfterAllCallback {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Path home;
    private Process engine;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        assumeTrue(HostPlatform.isRoot(), "it takes root to start an engine");
        for (String program : List.of("dockerd", "docker", "mkfs.btrfs")) {
            assumeTrue(
                    HostPrograms.locate(List.of(program), "").isPresent(),
                    "there is no " + program + "; apt-get install docker.io btrfs-progs");
        }
        // A short path, since that of a socket must be.
        home = Files.createTempDirectory(Path.of("/var/tmp"), "sbx-quota-");
        ExecResult mounted = run("truncate -s 4G disk && mkfs.btrfs -q disk && mkdir data && mount -o loop disk data");
        assumeTrue(mounted.succeeded(), () -> "no btrfs can be mounted here: " + mounted.stderr());
        engine = new ProcessBuilder(
                        "setpriv",
                        "--pdeathsig=TERM",
                        // One without a bridge removes that of the host's own engine.
                        "unshare",
                        "--net",
                        HostPrograms.locate(List.of("dockerd"), "")
                                .orElseThrow()
                                .toString(),
                        "--host=" + address(),
                        "--storage-driver=btrfs",
                        "--bridge=none",
                        "--iptables=false",
                        "--data-root=" + home.resolve("data/docker"),
                        "--exec-root=" + home.resolve("run"),
                        "--pidfile=" + home.resolve("pid"))
                .redirectErrorStream(true)
                .redirectOutput(log())
                .start();
        await("dockerd with quotas").atMost(PATIENCE).until(() -> {
            assertThat(engine.isAlive()).as(Files.readString(log().toPath())).isTrue();
            return HostTool.run(Command.of("docker", "--host", address(), "version"), PATIENCE)
                    .succeeded();
        });
    }

    private File log() {
        return home.resolve("log").toFile();
    }

    /** Returns where it listens. */
    String address() {
        return "unix://" + home.resolve("socket");
    }

    /** Tells it something, in the words of its command line. */
    void docker(String words) {
        require(run("docker --host " + address() + " " + words));
    }

    private ExecResult run(String script) {
        return HostTool.run(Command.of("sh", "-c", "cd " + home + " && " + script), PATIENCE);
    }

    private static void require(ExecResult result) {
        assertThat(result.succeeded()).as(result.stderr()).isTrue();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (engine != null) {
            engine.destroy();
            if (!engine.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                engine.destroyForcibly().waitFor();
            }
        }
        if (home != null) {
            require(run("{ ! mountpoint -q data || umount -R data; } && cd / && rm -rf --one-file-system " + home));
        }
    }
}
