package dev.sandboxed.conformance.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.conformance.internal.host.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaderlessProgramTests {

    @TempDir
    Path folder;

    @Test
    void theProcessLooksDeadAndGoesOnPrinting() throws IOException, InterruptedException {
        Process started = start();
        try {
            assertThat(started.getInputStream().readNBytes(3)).containsExactly('\n', '\n', '\n');
            assertThat(state(started)).as("state of the first thread in /proc").isEqualTo("Z");
            assertThat(threads(started))
                    .as("threads, of which the first has ended")
                    .isEqualTo(2);
            assertThat(started.getInputStream().readNBytes(2)).containsExactly('\n', '\n');
        } finally {
            started.destroyForcibly();
        }
        assertThat(started.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void withAnArgumentItWritesToThatFile() throws IOException {
        Process started = start("/dev/stderr");
        try {
            assertThat(started.getErrorStream().readNBytes(3)).containsExactly('\n', '\n', '\n');
        } finally {
            started.destroyForcibly();
        }
    }

    @Test
    void itEndsByItselfAtTheEndOfItsLife() throws IOException, InterruptedException {
        Process started = start(Duration.ofMillis(250));
        try {
            assertThat(started.getInputStream().readAllBytes()).hasSize(5);
            assertThat(started.waitFor(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            started.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 49, 3_276_800})
    void aLifeThatCannotBeCountedIsRefused(long millis) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LeaderlessProgram.forMachine("x86_64", Duration.ofMillis(millis)))
                .withMessageContaining("PT0.05S");
    }

    @ParameterizedTest
    @CsvSource({"x86_64, 62", "amd64, 62", "aarch64, 183", "arm64, 183"})
    void theFileIsMadeForItsArchitecture(String machine, int number) {
        byte[] file = LeaderlessProgram.forMachine(machine).orElseThrow();
        assertThat(file).startsWith(0x7f, 'E', 'L', 'F', 2, 1);
        assertThat(file[18] & 0xff).isEqualTo(number);
        assertThat(file).hasSizeLessThan(400).endsWith('\n');
    }

    @Test
    void thereIsNoneForOtherArchitectures() {
        assertThat(LeaderlessProgram.forMachine("riscv64")).isEmpty();
    }

    private Process start(String... arguments) throws IOException {
        return start(Duration.ofMinutes(1), arguments);
    }

    private Process start(Duration life, String... arguments) throws IOException {
        byte[] file =
                LeaderlessProgram.forMachine(HostFacts.current().arch(), life).orElse(new byte[0]);
        assumeTrue(file.length > 0, "there is no such program for this architecture");
        Path program = Files.write(folder.resolve("leaderless"), file);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return new ProcessBuilder(Stream.concat(Stream.of(program.toString()), Stream.of(arguments))
                        .toList())
                .start();
    }

    private static String state(Process process) throws IOException {
        String line = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return line.substring(line.lastIndexOf(')') + 2).substring(0, 1);
    }

    private static long threads(Process process) throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
            return tasks.count();
        }
    }
}
