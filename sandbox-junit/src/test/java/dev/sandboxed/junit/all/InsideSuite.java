package dev.sandboxed.junit.all;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.Sandboxed;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Tests that run inside, some of which mean harm. */
@InsideSandbox
class InsideSuite {

    private String prepared = "";

    @BeforeEach
    void prepare() {
        prepared = "größe";
    }

    @Test
    void passes(TestReporter reporter) {
        reporter.publishEntry("ran on", prepared);
        assertNotNull(prepared);
    }

    @Test
    void fails() {
        assertEquals("a", "b");
    }

    @Test
    void exits() {
        System.out.println("last words");
        System.exit(0);
        assertTrue(false);
    }

    @Test
    @Sandboxed(timeout = "12s")
    void spins() {
        while (!prepared.isEmpty()) {
            Thread.onSpinWait();
        }
        assertTrue(false);
    }

    @Test
    @InsideSandbox(jvmArguments = "-Xmx48m")
    void hoards() {
        List<byte[]> hoard = new ArrayList<>();
        while (hoard.size() < 10_000) {
            hoard.add(new byte[1 << 20]);
        }
        assertNotNull(hoard);
    }

    /** Tries to change what later tests will be made of, and the host. */
    @Test
    void scribbles() throws IOException {
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            Path target = Files.isDirectory(path) ? path.resolve("scribble") : path;
            assertThrows(IOException.class, () -> Files.write(target, new byte[1]), entry);
        }
        Files.createFile(Path.of("/tmp/sandboxed-scribble"));
        assertTrue(Files.exists(Path.of("/tmp/sandboxed-scribble")));
    }

    @Test
    void leavesAThread() {
        Thread thread = new Thread(() -> {
            while (!prepared.isEmpty()) {
                Thread.onSpinWait();
            }
        });
        thread.start();
        assertTrue(thread.isAlive());
    }

    /** Does nothing but tell what its JVM was started from. */
    @InsideSandbox(jvmArguments = {"-Xlog:class+load:file=loaded.txt", "-Dtest=1"})
    static class Trivial {
        @Test
        void test(TestReporter reporter) throws IOException {
            reporter.publishEntry(
                    "archive",
                    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                            .filter(argument -> argument.startsWith("-XX:SharedArchiveFile="))
                            .findFirst()
                            .orElse("none"));
            try (var lines = Files.lines(Path.of("loaded.txt"))) {
                boolean shared =
                        lines.anyMatch(line -> line.contains("org.junit.platform.launcher.core.DefaultLauncher ")
                                && line.contains("shared objects file"));
                reporter.publishEntry("shared", "" + shared);
            }
            assertNotNull(reporter);
        }
    }
}
