package dev.sandboxed.linux.internal.kvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KvmTests {

    @Test
    void aGuestThatIsInterpretedIsTooSlow() {
        assertThat(Kvm.verdict(Duration.ofMillis(20))).hasValueSatisfying(obstacle -> {
            assertThat(obstacle.reason())
                    .contains("/dev/kvm opens, but is too slow")
                    .contains("2000 thousand steps a second");
            assertThat(obstacle.remedy()).contains("nested virtualisation");
        });
    }

    @Test
    void aGuestOnTheProcessorIsFastEnough() {
        assertThat(Kvm.verdict(Duration.ofNanos(40_000))).isEmpty();
    }

    @Test
    void thisHostIsMeasuredOrSaysWhyNotAndNothingIsLeftOpen() throws Exception {
        // The first look opens libraries, which stay.
        Kvm.obstacle();
        long before = openFiles();
        for (int i = 0; i < 5; i++) {
            Kvm.obstacle().ifPresent(obstacle -> {
                assertThat(obstacle.reason()).contains("/dev/kvm");
                assertThat(obstacle.remedy()).isNotBlank();
            });
        }

        assertThat(openFiles()).isLessThanOrEqualTo(before + 2);
    }

    private static long openFiles() throws Exception {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }
}
