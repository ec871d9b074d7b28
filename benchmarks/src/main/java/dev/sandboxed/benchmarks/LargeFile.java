package dev.sandboxed.benchmarks;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.benchmarks.tools.ForkedJvm;
import dev.sandboxed.benchmarks.tools.Scratch;
import dev.sandboxed.provider.docker.internal.DockerProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A file goes up and comes down again, in a JVM whose heap has hardly more room than the file has bytes. */
final class LargeFile {

    private static final int MEBIBYTES = 50;

    private LargeFile() {}

    static Completion throughSmallHeap() throws IOException, InterruptedException {
        ForkedJvm jvm = new ForkedJvm(LargeFile.class, List.of("-Xmx64m"), Map.of());
        long begin = System.nanoTime();
        int exitCode = jvm.run();
        return new Completion(
                MEBIBYTES + " MiB up and down",
                "in a JVM with -Xmx64m, its start included",
                Duration.ofNanos(System.nanoTime() - begin),
                exitCode == 0);
    }

    public static void main(String[] arguments) throws IOException {
        try (Scratch scratch = new Scratch();
                SandboxProvider provider = Providers.open(DockerProvider.NAME, scratch.resolve("state"));
                Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
            Path original = scratch.resolve("original");
            Path copy = scratch.resolve("copy");
            write(original);
            sandbox.files().upload(original, "large");
            sandbox.files().download("large", copy);
            if (Files.mismatch(original, copy) >= 0) {
                throw new IllegalStateException("The file that came down is not the one that went up");
            }
        }
    }

    private static void write(Path file) throws IOException {
        Random random = new Random(MEBIBYTES);
        byte[] piece = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < MEBIBYTES; i++) {
                random.nextBytes(piece);
                out.write(piece);
            }
        }
    }
}
