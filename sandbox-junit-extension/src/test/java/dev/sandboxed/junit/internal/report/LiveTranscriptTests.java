package dev.sandboxed.junit.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.junit.Sandboxed;
import dev.sandboxed.junit.Suite;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

class LiveTranscriptTests {

    private final List<String> printed = new ArrayList<>();
    private final LiveTranscript live = new LiveTranscript(printed::add);

    @BeforeEach
    void claimASandboxWithASecret() {
        try (MockSandboxProvider provider = MockSandboxProvider.builder().build();
                Sandbox sandbox = provider.create(SandboxSpec.builder()
                        .secret("KEY", Secret.of("s3cret-value"))
                        .build())) {
            Selection selection = new Selection(
                    provider, provider.capabilities(), new ProviderStatus.Available("1", Map.of()), List.of());
            live.claimed(new SelectedSandbox(sandbox, selection), "owner");
        }
    }

    @Test
    void eachLineIsPrintedWhenItIsThereWhateverThePiecesAre() {
        Witness.Running running = live.began("box-1", Command.shell("build"));
        running.wrote(out("on"));
        assertThat(printed).containsExactly("[box-1] $ build");

        running.wrote(out("e\ntw"));
        running.wrote(new OutputChunk(Source.STDERR, "odd\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(printed).containsExactly("[box-1] $ build", "[box-1] | one", "[box-1] ! odd");

        running.failed(new IllegalStateException("gone"));
        assertThat(printed).endsWith("[box-1] | tw", "[box-1] has no result: java.lang.IllegalStateException: gone");
    }

    @Test
    void secretsAreMaskedThoughTheyComeInPieces() {
        Witness.Running running = live.began("box-1", Command.of("echo", "s3cret-value"));
        running.wrote(out("a s3cret-"));
        running.wrote(out("value\n"));

        assertThat(printed).containsExactly("[box-1] $ echo ***", "[box-1] | a ***");
    }

    @Test
    void noHalfOfASecretIsAtTheEndOfALongLine() {
        Witness.Running running = live.began("box-1", Command.of("cat"));
        running.wrote(out("x".repeat(8 * 1024 - 10) + "s3cret-value" + "y".repeat(100_000) + "\nnext\n"));

        assertThat(printed).hasSize(3).noneMatch(line -> line.contains("s3")).endsWith("[box-1] | next");
        assertThat(printed.get(1)).endsWith(" …").hasSizeLessThan(9_000);
    }

    @Test
    void noHalfOfASecretIsAtTheEndOfALineOfManySecrets() {
        Witness.Running running = live.began("box-1", Command.of("cat"));
        running.wrote(out("s3cret-value ".repeat(10_000) + "\n"));

        assertThat(printed).hasSize(2).noneMatch(line -> line.contains("s3"));
        assertThat(printed.get(1)).startsWith("[box-1] | *** ***").endsWith(" …");
    }

    @Test
    void commandsForBuildServersAndTerminalsAreNotPrintedAsTheyAre() {
        Witness.Running running = live.began("box-1", Command.of("echo", "\u001b[2J"));
        running.wrote(out("windows\r\n10%\r20%\r\n##teamcity[x]\n\u001b]52;c;eA==\n"));

        assertThat(printed)
                .containsExactly(
                        "[box-1] $ echo '\\u001b[2J'",
                        "[box-1] | windows",
                        "[box-1] | 10%\\r20%",
                        "[box-1] | # #teamcity[x]",
                        "[box-1] | \\u001b]52;c;eA==");
    }

    private static OutputChunk out(String text) {
        return new OutputChunk(Source.STDOUT, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @ResourceLock(Resources.SYSTEM_ERR)
    void isPrintedToStandardErrorOnRequest(@TempDir Path state) {
        Suite suite = new Suite(state).with("sandbox.provider", "subprocess");

        assertThat(errorsOf(suite)).doesNotContain("] $ echo live");
        assertThat(errorsOf(suite.with("sandbox.transcript", "live")))
                .containsPattern("\\[subprocess-[0-9a-f]+] \\$ echo live")
                .containsPattern("\\[subprocess-[0-9a-f]+] \\| live")
                .containsPattern("\\[subprocess-[0-9a-f]+] exited with code 0 after [0-9]+ ms");
    }

    private static String errorsOf(Suite suite) {
        PrintStream before = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
        try {
            assertThat(Suite.failures(suite.run(Running.class))).isEmpty();
        } finally {
            System.setErr(before);
        }
        return errors.toString(StandardCharsets.UTF_8);
    }

    static class Running {
        @Test
        void test(@Sandboxed Sandbox sandbox) {
            assertThat(sandbox.exec("echo", "live").stdout()).isEqualTo("live\n");
        }
    }
}
