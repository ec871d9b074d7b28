package dev.sandboxed.junit.all;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandboxed.junit.EnabledIfSandbox;
import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.Sandboxed;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

class InsideTests {

    @TempDir
    Path state;

    private void runs(String provider) {
        for (int i = 0; i < 3; i++) {
            long begun = System.nanoTime();
            SuiteRun run = SuiteRun.of(Plain.class, state, Map.of("sandbox.provider", provider));
            System.out.println(provider + " " + (System.nanoTime() - begun) / 1_000_000 + " ms");
            System.out.println(run.failures());
            System.out.println(run.reported("ms"));
        }
    }

    @Test
    void subprocess() {
        runs("subprocess");
    }

    @Test
    void bubblewrap() {
        runs("bubblewrap");
    }

    @Test
    @EnabledIfSandbox(provider = "runc")
    void runc() {
        runs("runc");
    }

    @Test
    @EnabledIfSandbox(provider = "gvisor")
    void gvisor() {
        runs("gvisor");
    }

    @InsideSandbox
    @Sandboxed
    static class Plain {
        @Test
        void passes(TestReporter reporter) {
            reporter.publishEntry("ms", "" + java.lang.management.ManagementFactory.getRuntimeMXBean().getUptime());
            assertThat(System.getenv()).isNotEmpty();
        }

        @Test
        void passesToo(TestReporter reporter) {
            reporter.publishEntry("ms", "" + java.lang.management.ManagementFactory.getRuntimeMXBean().getUptime());
            assertThat(System.getenv()).isNotEmpty();
        }

        @Test
        void fails() {
            assertEquals("a", "b");
        }
    }
}
