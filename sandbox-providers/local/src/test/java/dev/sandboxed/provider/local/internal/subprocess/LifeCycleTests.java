package dev.sandboxed.provider.local.internal.subprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.SandboxDestroyedException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SeedFile;
import dev.sandboxed.folder.provider.Filling;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class LifeCycleTests extends WithProvider {

    @Test
    void statusIsFoundOutByTryingAndChangesNothing() {
        assertThat(provider.status()).isInstanceOf(ProviderStatus.Available.class);
        assertThat(state).isEmptyDirectory();
    }

    @Test
    void systemsWithoutPlainProcessesAreUnavailableWithTheReason() {
        try (SubprocessProvider windows = new SubprocessProvider(
                SubprocessProvider.NAME, ProviderContext.in(state), HostPlatform.OTHER, Filling.EMPTY, Set.of())) {
            ProviderStatus.Unavailable status = (ProviderStatus.Unavailable) windows.status();
            assertThat(status.reason()).contains("Linux and macOS only").contains(HostPlatform.description());
            assertThat(status.remedy()).isNotEmpty();
        }
    }

    @Test
    void newSandboxRunsACommandAtOnceAndIsGoneAfterClose() {
        Sandbox sandbox = create();
        assertThat(sandbox.state()).isEqualTo(SandboxState.RUNNING);
        assertThat(sandbox.exec("echo", "hello").stdout()).isEqualTo("hello\n");
        assertThat(sandbox.info().isolation()).isEqualTo(Isolation.PROCESS);
        sandbox.close();
        sandbox.close();
        assertThat(sandbox.state()).isEqualTo(SandboxState.DESTROYED);
        assertThat(leftovers()).isEmpty();
        assertThatThrownBy(() -> sandbox.exec("true")).isInstanceOf(SandboxDestroyedException.class);
        assertThatThrownBy(() -> sandbox.files().exists("x")).isInstanceOf(SandboxDestroyedException.class);
        assertThatThrownBy(sandbox::usage).isInstanceOf(SandboxDestroyedException.class);
        assertThatThrownBy(() -> provider.connect(sandbox.id())).isInstanceOf(SandboxNotFoundException.class);
    }

    @Test
    void closeEndsProcessesThatDaemonised() {
        Sandbox sandbox = create();
        String script = "(setsid sh -c 'sleep 300 & sleep 300' >/dev/null 2>&1 &); echo up";
        assertThat(sandbox.shell(script).stdout()).isEqualTo("up\n");
        await().until(() -> sandbox.usage().processes() == 3);
        assertThat(Processes.of(sandbox.id())).hasSize(3);
        sandbox.close();
        assertThat(Processes.of(sandbox.id())).isEmpty();
    }

    @Test
    void commandThatRunsWhileItsSandboxIsClosedFailsAsDestroyed() throws Exception {
        Sandbox sandbox = create();
        Thread closer = new Thread(() -> {
            await().until(() -> sandbox.usage().processes() > 0);
            sandbox.close();
        });
        closer.start();
        assertThatThrownBy(() -> sandbox.exec("sleep", "300")).isInstanceOf(SandboxDestroyedException.class);
        closer.join();
    }

    @Test
    void sandboxesShareNoFiles() {
        try (Sandbox one = create();
                Sandbox other = create()) {
            one.files().write("mine.txt", "one");
            assertThat(one.id()).isNotEqualTo(other.id());
            assertThat(other.files().exists("mine.txt")).isFalse();
            assertThat(other.exec("ls").stdout()).isEmpty();
        }
    }

    @Test
    void everythingOfTheSpecIsInForceAtTheFirstCommand() throws Exception {
        Path folder = Files.createDirectories(state.resolve("host/deep"));
        Files.writeString(folder.resolve("copied.txt"), "copied");
        SandboxSpec spec = SandboxSpec.builder()
                .workdir("/srv/job")
                .env("GREETING", "a=b 'c'\nd")
                .secret("TOKEN", Secret.of("s3cret"))
                .label("purpose", "test")
                .seed(SeedFile.text("in.txt", "inline"))
                .seed(SeedFile.bytes("/opt/tool", "#!/bin/sh\necho tool\n".getBytes(StandardCharsets.UTF_8), 0755))
                .seed(SeedFile.fromHost("tree", state.resolve("host")))
                .build();
        try (Sandbox sandbox = provider.create(spec)) {
            assertThat(sandbox.shell("cat in.txt; printf %s \"$GREETING$TOKEN\"")
                            .stdout())
                    .isEqualTo("inlinea=b 'c'\nds3cret");
            assertThat(sandbox.shell("\"$SANDBOX_ROOT\"/opt/tool").stdout()).isEqualTo("tool\n");
            assertThat(sandbox.files().readText("tree/deep/copied.txt")).isEqualTo("copied");
            assertThat(sandbox.exec("pwd").stdout()).endsWith("/srv/job\n");
            assertThat(provider.list()).extracting(SandboxInfo::labels).containsExactly(Map.of("purpose", "test"));
            assertThat(sandbox.spec().toString()).doesNotContain("s3cret");
        }
        assertThat(provider.list()).isEmpty();
    }

    @Test
    void sandboxPastItsTimeToLiveIsDestroyed() {
        SandboxSpec spec =
                SandboxSpec.builder().timeToLive(Duration.ofMillis(200)).build();
        Sandbox sandbox = provider.create(spec);
        await().until(() -> sandbox.state() == SandboxState.DESTROYED);
        assertThatThrownBy(() -> sandbox.exec("true")).hasMessageContaining("its time to live of PT0.2S was up");
        await().until(() -> leftovers().isEmpty());
    }

    @Test
    void creationPastItsStartupTimeoutLeavesNothing() {
        SandboxSpec spec = SandboxSpec.builder()
                .startupTimeout(Duration.ofNanos(1))
                .seed(SeedFile.text("a", "b"))
                .build();
        assertThatThrownBy(() -> provider.create(spec))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("start-up timeout of PT0.000000001S");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void failedSeedFileLeavesNothing() {
        SandboxSpec spec = SandboxSpec.builder()
                .seed(SeedFile.fromHost("x", state.resolve("missing")))
                .build();
        assertThatThrownBy(() -> provider.create(spec))
                .hasMessageContaining(state.resolve("missing").toString());
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void eventsComeInOrder() {
        assertThat(eventsOf(sandbox -> sandbox.exec(Command.of("true"))))
                .containsExactly("Creating", "Ready", "ExecStarted", "ExecEnded", "Destroyed");
    }

    @Test
    void aCommandThatCouldNotBeStartedIsToldToHaveComeToNothing() {
        assertThat(eventsOf(sandbox -> assertThatThrownBy(
                                () -> sandbox.exec(Command.of("true").cwd("nowhere")))
                        .hasMessageContaining("nowhere")))
                .containsExactly("Creating", "Ready", "ExecStarted", "ExecAborted", "Destroyed");
    }

    @Test
    void aTerminalsCommandIsToldAsAnyOther() {
        assertThat(eventsOf(sandbox -> {
                    try (Terminal terminal = sandbox.terminal(Command.of("true"), TerminalSize.DEFAULT)) {
                        terminal.await();
                    }
                }))
                .containsExactly("Creating", "Ready", "ExecStarted", "ExecEnded", "Destroyed");
    }

    private List<String> eventsOf(Consumer<Sandbox> story) {
        List<String> events = new CopyOnWriteArrayList<>();
        ProviderContext context = ProviderContext.in(state)
                .withListener(event -> events.add(event.getClass().getSimpleName()));
        try (SubprocessProvider telling = new SubprocessProvider(context);
                Sandbox sandbox = telling.create(SandboxSpec.defaults())) {
            story.accept(sandbox);
        }
        return events;
    }
}
