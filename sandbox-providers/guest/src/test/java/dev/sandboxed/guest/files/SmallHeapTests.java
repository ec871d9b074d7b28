package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.files.WriteOptions;
import dev.sandboxed.process.Launch;
import dev.sandboxed.process.ProcessRunner;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmallHeapTests {

    private static final int LARGE_FILE = 50 << 20;

    @TempDir
    Path folder;

    @Test
    void largeFilesFitThroughASmallHeap() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Command jvm = Command.of(java, "-Xmx64m", "-cp", classPath, Program.class.getName(), folder.toString());
        ExecResult result = ProcessRunner.run(
                new Launch(jvm, jvm.argv(), Map.of("PATH", "/usr/bin"), folder, new ProcessScope("small-heap")));

        assertThat(result.exitCode()).as(result::describe).isZero();
        assertThat(result.stdout().lines())
                .containsExactly("written differs at -1", "downloaded differs at -1", "uploaded differs at -1");
    }

    /** Runs in the small heap. */
    static final class Program {

        private Program() {}

        public static void main(String[] arguments) throws IOException {
            Path folder = Path.of(arguments[0]);
            GuestFiles files = new LocalGuest(Flavour.DASH_AND_GNU, folder).files;
            files.write("large", new Pattern(), WriteOptions.DEFAULT.atomically());
            report("written", files.read("large"));
            files.download("large", folder.resolve("down"));
            report("downloaded", Files.newInputStream(folder.resolve("down")));
            files.upload(folder.resolve("down"), "up");
            report("uploaded", files.read("up"));
        }

        private static void report(String what, InputStream content) throws IOException {
            System.out.println(what + " differs at " + firstDifference(content, new Pattern()));
        }

        private static long firstDifference(InputStream actual, InputStream expected) throws IOException {
            byte[] piece = new byte[8192];
            try (actual;
                    expected) {
                for (long at = 0; ; ) {
                    int count = actual.readNBytes(piece, 0, piece.length);
                    byte[] wanted = expected.readNBytes(Math.max(1, count));
                    int difference = Arrays.mismatch(piece, 0, count, wanted, 0, wanted.length);
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
