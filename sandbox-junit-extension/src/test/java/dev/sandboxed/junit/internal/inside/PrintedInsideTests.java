package dev.sandboxed.junit.internal.inside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class PrintedInsideTests {

    private static ExecResult printed(String out) {
        return new ExecResult(
                Command.of("java"),
                Ending.exited(0),
                Output.of(out.getBytes(StandardCharsets.UTF_8)),
                Output.EMPTY,
                Duration.ZERO);
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void commandsForBuildServersAndTerminalsAreNotRepeatedAsTheyAre() {
        PrintStream before = System.out;
        ByteArrayOutputStream repeated = new ByteArrayOutputStream();
        System.setOut(new PrintStream(repeated, true, StandardCharsets.UTF_8));
        try {
            PrintedInside.repeat(
                    printed("größe\r\n::set-output name=x::y\nx ##vso[task.complete]\n\u001b]52;c;eA==\r"));
        } finally {
            System.setOut(before);
        }
        assertThat(repeated.toString(StandardCharsets.UTF_8))
                .isEqualTo("größe\r\n: :set-output name=x::y\nx # #vso[task.complete]\n\\u001b]52;c;eA==\\r");
    }
}
