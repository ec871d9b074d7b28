package dev.sandboxed.junit.inside;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.Sandboxed;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that mean harm. */
final class Hostile {

    private static final Path EVENTS = Path.of(".sandboxed/events");

    private Hostile() {}

    @InsideSandbox
    static class Exits {
        @Test
        void test() {
            System.out.println("last words\u001b[31m");
            System.exit(0);
            assertTrue(false);
        }
    }

    @InsideSandbox
    @Sandboxed(timeout = "6s")
    static class Spins {
        @Test
        void test() {
            boolean spinning = true;
            while (spinning) {
                Thread.onSpinWait();
                spinning = EVENTS != null;
            }
            assertTrue(spinning);
        }
    }

    @InsideSandbox(jvmArguments = "-Xmx48m")
    static class Hoards {
        @Test
        void test() {
            List<byte[]> hoard = new ArrayList<>();
            while (hoard.size() < 10_000) {
                hoard.add(new byte[1 << 20]);
            }
            assertNotNull(hoard);
        }
    }

    /** More than the heap may have, so that the sandbox's own limit is what stops it. */
    @InsideSandbox(jvmArguments = "-Xmx4g")
    @Sandboxed(memory = "256m")
    static class HoardsBeyondTheLimit extends Hoards {}

    @InsideSandbox
    static class Recurses {
        @Test
        void test() {
            assertTrue(recurse(1) > 0);
        }

        private static int recurse(int depth) {
            return depth == 0 ? 0 : recurse(depth + 1) + 1;
        }
    }

    @InsideSandbox
    static class LeavesThread {
        @Test
        void test() {
            Thread thread = new Thread(() -> {
                while (EVENTS != null) {
                    Thread.onSpinWait();
                }
            });
            thread.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                while (EVENTS != null) {
                    Thread.onSpinWait();
                }
            }));
            assertTrue(thread.isAlive());
        }
    }

    @InsideSandbox
    static class Floods {
        @Test
        void test() {
            String line = "flood ".repeat(1_000);
            for (int i = 0; i < 10_000; i++) {
                System.out.println(line);
            }
            assertNotNull(line);
        }
    }

    @InsideSandbox
    static class LinksItsResult {
        @Test
        void test() throws IOException {
            Files.delete(EVENTS);
            Files.createSymbolicLink(EVENTS, Path.of("/etc/passwd"));
            assertTrue(Files.isSymbolicLink(EVENTS));
        }
    }

    @InsideSandbox
    static class PipesItsResult {
        @Test
        void test() throws IOException {
            Files.delete(EVENTS);
            Process made = new ProcessBuilder("mkfifo", EVENTS.toString()).start();
            made.onExit().join();
            assertTrue(Files.exists(EVENTS));
        }
    }

    @InsideSandbox
    static class SwellsItsResult {
        @Test
        void test() throws IOException {
            Files.write(EVENTS, new byte[9 << 20]);
            Runtime.getRuntime().halt(0);
            assertTrue(false);
        }
    }

    @InsideSandbox
    static class Forges {
        @Test
        void test() throws IOException {
            Files.writeString(EVENTS, """
                    {"event":"file","path":"/etc/passwd","mediaType":"text/plain"}
                    {"event":"file","path":"../../../../../../../../../../etc/passwd","mediaType":"text/plain"}
                    {"event":"file","path":"..","mediaType":"x"}
                    {"event":"file","path":".sandboxed/..\\\\..\\\\escaped","mediaType":"no type"}
                    {"event":"entry","values":{"":"","a":{"b":[]},"c":null}}
                    {"event":"finished","test":true,"status":"SUCCESSFUL"}
                    nothing
                    [[[
                    {"event":"end"}
                    """);
            Runtime.getRuntime().halt(3);
            assertTrue(false);
        }
    }

    /** Tries to change what later tests will be made of, and the host. */
    @InsideSandbox
    static class Scribbles {
        @Test
        void test() throws IOException {
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path path = Path.of(entry);
                Path target = Files.isDirectory(path) ? path.resolve("scribble") : path;
                assertThrows(IOException.class, () -> Files.write(target, new byte[1]), entry);
            }
            assertThrows(IOException.class, () -> Files.write(Path.of("/opt/sandboxed/shipped/scribble"), new byte[1]));
            Files.createFile(Path.of("/tmp/sandboxed-scribble"));
            assertTrue(Files.exists(Path.of("/tmp/sandboxed-scribble")));
        }
    }
}
