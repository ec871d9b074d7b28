package dev.sandboxed.junit;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.EscapeAttempt.Kind;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.spec.Network;
import org.junit.jupiter.api.Test;

/** Only behind a wall: the addresses are kept for documents, but nobody should knock there. */
@Sandboxed(provider = "bubblewrap", network = Network.NONE, readOnlyRoot = true)
@EnabledIfSandbox(provider = "bubblewrap")
class EscapeAttemptTests {

    @Test
    void aDeniedNetworkIsAnAttemptToEscapeThoughTheAnswerIsRight(Sandbox sandbox) {
        String knocks = """
                import socket, sys
                print(7)
                try:
                    socket.create_connection(('192.0.2.1', 80), 1)
                except OSError as e:
                    print(e, file=sys.stderr)
                """;
        CodeRun run = sandbox.run(Code.python(knocks).expecting("7"));
        assertThat(run).hasVerdict(Verdict.ESCAPE_ATTEMPTED).tried(Kind.NETWORK);
        assertThat(run.reason()).contains("Network is unreachable");
    }

    @Test
    void aWriteToWhatIsReadOnlyIsAnAttemptToEscape(Sandbox sandbox) {
        assertThat(sandbox.run(Code.python("open('/usr/bin/sh', 'w').write('x')")))
                .hasVerdict(Verdict.ESCAPE_ATTEMPTED)
                .tried(Kind.READ_ONLY_FILE);
    }

    @Test
    void aRefusedSystemCallIsAnAttemptToEscape(Sandbox sandbox) {
        assertThat(sandbox.run(Code.python("import os\nos.chroot('/tmp')")))
                .hasVerdict(Verdict.ESCAPE_ATTEMPTED)
                .tried(Kind.SYSTEM_CALL);
    }

    @Test
    void whatTriesNothingIsNotAccused(Sandbox sandbox) {
        assertThat(sandbox.run(Code.python("open('mine.txt', 'w').write('x')")))
                .passed()
                .created("mine.txt");
    }
}
