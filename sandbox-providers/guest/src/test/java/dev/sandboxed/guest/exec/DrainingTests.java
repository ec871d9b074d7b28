package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A supervisor whose connection would be closed at its end, although somebody still writes. */
@Timeout(60)
class DrainingTests {

    @TempDir
    private Path folder;

    /** The connection broke while input was sent, and with it went what had been said of the end. */
    @ParameterizedTest
    @EnumSource
    void whatACommandDidNotReadIsReadBeforeItsSupervisorEnds(Shell shell) throws IOException, InterruptedException {
        Path tools = folder.resolve("tools").toAbsolutePath();
        assertThat(tools.toFile().mkdir()).isTrue();
        shell.installIn(tools);
        List<String> argv = SupervisorScript.serving("word");
        argv.set(0, tools.resolve("sh").toString());
        ProcessBuilder builder = new ProcessBuilder(argv).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(SupervisorScript.drainingEnvironment());
        Process supervisor = builder.start();
        try (OutputStream input = supervisor.getOutputStream()) {
            input.write("feed m-1. / -- sh -c 'exit 4'\n".getBytes(StandardCharsets.UTF_8));
            input.flush();
            awaitEnd(supervisor.getInputStream());

            input.write(new byte[1 << 20]);
            input.flush();

            assertThat(supervisor.isAlive()).isTrue();
        } finally {
            shell.removeFrom(tools);
        }
        assertThat(supervisor.waitFor()).isZero();
    }

    private static void awaitEnd(InputStream output) throws IOException {
        StringBuilder said = new StringBuilder();
        while (!said.toString().contains("word end 1 exit 4")) {
            int one = output.read();
            assertThat(one).as("it said " + said).isNotNegative();
            said.append((char) one);
        }
    }

    @Test
    void othersEndAtOnce() throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(SupervisorScript.serving("word")).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(SupervisorScript.environment());
        Process supervisor = builder.start();
        OutputStream input = supervisor.getOutputStream();
        input.write("feed m-1. / -- sh -c 'exit 4'\n".getBytes(StandardCharsets.UTF_8));
        input.flush();

        assertThat(supervisor.waitFor()).isZero();
    }
}
