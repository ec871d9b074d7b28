package dev.sandboxed.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Stdin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokenInputTests {

    @TempDir
    Path folder;

    private Host host;

    @BeforeEach
    void openHost() {
        host = new Host(folder);
    }

    @Test
    void directoryAsInputIsRefusedForBothWaysToRun() {
        Command command = Command.of("cat").stdin(Stdin.file(folder));
        assertThatThrownBy(() -> host.run(command))
                .isInstanceOf(SandboxFileException.class)
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("it is a directory");
        assertThatThrownBy(() -> host.start(command)).isInstanceOf(SandboxFileException.class);
    }

    @Test
    void sourceThatBreaksIsNotAnEndOfInput() {
        InputStream broken = new SequenceInputStream(new ByteArrayInputStream(new byte[5]), new CutWire());
        assertThatThrownBy(() -> host.run(Command.of("wc", "-c").stdin(Stdin.stream(broken))))
                .isInstanceOf(SandboxTransportException.class)
                .hasMessageContaining("the wire is cut");
        assertThat(host.scope.usage().processes()).isZero();
    }

    @Test
    void interruptionIsToldAsSuchWhenTheInputIsAFile() throws Exception {
        Path file = Files.write(folder.resolve("in"), new byte[1 << 20]);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> host.run(Command.of("sleep", "300").stdin(Stdin.file(file))))
                .isInstanceOf(SandboxInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void startsThatFailLeaveNoDescriptors() throws Exception {
        Path file = Files.write(folder.resolve("in"), new byte[10]);
        Path missing = folder.resolve("missing/err");
        Command badError = Command.of("true").stdoutTo(folder.resolve("out")).stderrTo(missing);
        Command badOutput = Command.of("true").stdin(Stdin.file(file)).stdoutTo(missing);
        Command badInput = Command.of("true").stdoutTo(folder.resolve("out")).stdin(Stdin.file(folder));
        for (Command command : new Command[] {badError, badOutput, badInput}) {
            fails(command);
        }
        long before = Host.openDescriptors();
        for (int i = 0; i < 20; i++) {
            fails(badError);
            fails(badOutput);
            fails(badInput);
        }
        assertThat(Host.openDescriptors()).isEqualTo(before);
    }

    private void fails(Command command) {
        assertThatThrownBy(() -> host.run(command)).isInstanceOf(SandboxFileException.class);
        assertThatThrownBy(() -> host.start(command)).isInstanceOf(SandboxFileException.class);
    }

    @Test
    void processThatComesAfterTheScopeWasClosedIsNotAdmitted() {
        host.scope.close();
        assertThat(host.scope.admit((int) ProcessHandle.current().pid(), "nobody/1"))
                .isFalse();
    }

    private static final class CutWire extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("the wire is cut");
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            return read();
        }
    }
}
