package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallHeapTests {

    private static final int LARGE_OUTPUT = 64 << 20;
    private static final int LARGE_FILE = 50 << 20;

    @TempDir
    Path state;

    @Test
    void largeOutputAndLargeFilesFitThroughASmallHeap() throws Exception {
        Process jvm = ForkedJvm.start(Program.class, List.of("-Xmx64m"), state.toString());
        String report = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jvm.waitFor()).as(report).isZero();
        assertThat(report.lines())
                .containsExactly(
                        "stdout written=67108864 kept=16777216 truncated=true",
                        "stderr written=67108864 kept=16777216 truncated=true",
                        "file differs at -1");
    }

    /** Runs in the small heap. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            try (SubprocessProvider provider = new SubprocessProvider(ProviderContext.in(Path.of(arguments[0])));
                    Sandbox sandbox = provider.create(SandboxSpec.defaults())) {
                ExecResult result = sandbox.exec(Command.shell(
                        "head -c " + LARGE_OUTPUT + " /dev/zero & head -c " + LARGE_OUTPUT + " /dev/zero >&2; wait"));
                System.out.printf(
                        "stdout written=%d kept=%d truncated=%s%n",
                        result.out().written(),
                        result.out().size(),
                        result.out().truncated());
                System.out.printf(
                        "stderr written=%d kept=%d truncated=%s%n",
                        result.err().written(),
                        result.err().size(),
                        result.err().truncated());
                sandbox.files().write("large", new Pattern(), WriteOptions.DEFAULT);
                System.out.println(
                        "file differs at " + firstDifference(sandbox.files().read("large"), new Pattern()));
            }
        }

        private static long firstDifference(InputStream actual, InputStream expected) throws IOException {
            byte[] a = new byte[8192];
            try (actual;
                    expected) {
                for (long at = 0; ; ) {
                    int count = actual.readNBytes(a, 0, a.length);
                    byte[] b = expected.readNBytes(count == 0 ? 1 : count);
                    int difference = Arrays.mismatch(a, 0, count, b, 0, b.length);
                    if (difference >= 0 || count == 0) {
                        return difference < 0 ? -1 : at + difference;
                    }
                    at += count;
                }
            }
        }
    }

    /** Fifty mebibytes that nobody has to hold in memory. */
    private static final class Pattern extends InputStream {
        private int at;

        @Override
        public int read() {
            return at == LARGE_FILE ? -1 : (at++ * 31 + at / 4096) & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            int count = Math.min(length, LARGE_FILE - at);
            for (int i = 0; i < count; i++) {
                buffer[offset + i] = (byte) read();
            }
            return count == 0 && length > 0 ? -1 : count;
        }
    }
}
