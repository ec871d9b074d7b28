package dev.sandboxed.serve.internal.e2b.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.CommandStartException;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.serve.internal.e2b.process.ProcessEvent.Failed;
import dev.sandboxed.serve.internal.e2b.process.ProcessEvent.Lost;
import dev.sandboxed.serve.internal.e2b.process.ProcessEvent.Started;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Some providers find out only after the start that there was none. */
class GuestProcessTests {

    private static final StartRequest REQUEST = new StartRequest(
            List.of("x"), Map.of(), "here", Optional.empty(), Optional.empty(), false, Optional.of("somebody"));

    @Test
    void aDirectoryThatIsMissingAfterAllIsToldToAllWhoListen() throws Exception {
        assertThat(failure(new SandboxFileNotFoundException("here", Fault.of("gone"))))
                .isEqualTo("invalid_argument cwd 'here' does not exist");
    }

    @Test
    void aUserWhoIsMissingAfterAllIsToldToAllWhoListen() throws Exception {
        assertThat(failure(new CommandStartException(Fault.of("no such user"))))
                .isEqualTo("unauthenticated invalid username: 'somebody'");
    }

    @Test
    void whoeverListensToOneWhoseSandboxDiedIsCutOffEvenIfLate() throws Exception {
        GuestProcess process = process(new SandboxTransportException(Fault.of("hung up")));
        Attachment early = process.attach();

        assertThat(process.run()).isFalse();

        assertThat(early.take(Duration.ZERO)).containsExactly(Lost.INSTANCE);
        assertThat(process.attach().take(Duration.ZERO)).containsExactly(new Started(7), Lost.INSTANCE);
    }

    private static String failure(SandboxException failure) throws InterruptedException {
        GuestProcess process = process(failure);
        Attachment early = process.attach();
        assertThat(process.run()).isFalse();
        List<ProcessEvent> toldEarly = early.take(Duration.ZERO);
        List<ProcessEvent> toldLate = process.attach().take(Duration.ZERO);
        assertThat(toldEarly).hasSize(1).first().isInstanceOf(Failed.class);
        assertThat(toldLate).contains(toldEarly.get(0));
        Failed failed = (Failed) toldEarly.get(0);
        return failed.error().code().written() + " " + failed.error().getMessage();
    }

    private static GuestProcess process(SandboxException failure) {
        return new GuestProcess(7, REQUEST, new Program() {
            @Override
            public Optional<ProcessEvent.Data> next() {
                throw failure;
            }

            @Override
            public Ending await() {
                throw failure;
            }

            @Override
            public void write(byte[] input, boolean toTerminal) {}

            @Override
            public void closeInput() {}

            @Override
            public void signal(Signal signal) {}

            @Override
            public void resize(TerminalSize size) {}
        });
    }
}
