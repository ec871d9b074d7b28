package dev.sandboxed.provider.local.internal.bubblewrap.still;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.local.internal.bubblewrap.BubblewrapProvider;
import dev.sandboxed.provider.local.internal.bubblewrap.Restless;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users without control groups have. */
class StoppedProcessesTests {

    private static final int OFTEN = 20;

    @TempDir
    Path folder;

    private BubblewrapProvider provider;
    private Sandbox sandbox;
    private Hold hold;

    @BeforeEach
    void begin() {
        provider = new BubblewrapProvider(ProviderContext.in(folder.resolve("state")));
        assumeTrue(provider.status().isAvailable(), () -> "bubblewrap is needed: " + provider.status());
        sandbox = provider.create(SandboxSpec.defaults());
        assumeTrue(sandbox.exec("perl", "-Mthreads", "-e", "1").succeeded(), "perl with threads is what does not hold");
        hold = new StoppedProcesses(Integer.parseInt(sandbox.info().nativeId()));
    }

    @AfterEach
    void end() {
        provider.close();
    }

    private void startInBackground(String program) {
        sandbox.files().write("program", program);
        sandbox.shell("perl program >/dev/null 2>&1 &").orThrow();
        await().atMost(ofSeconds(10)).until(() -> count() > 0);
    }

    private long count() throws IOException {
        Path file = folder.resolve("state/sandboxes").resolve(sandbox.id()).resolve("files/root/workspace/count");
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private void assertStill() throws IOException {
        long before = count();
        await().during(ofMillis(300)).atMost(ofSeconds(2)).until(() -> count() == before);
        hold.check();
    }

    @Test
    void aProcessWhoseFirstThreadHasEndedIsHeldAndGoesOnLater() throws IOException {
        startInBackground(Restless.WITHOUT_FIRST_THREAD);
        hold.pause();
        assertStill();
        hold.unpause();
        long before = count();
        await().atMost(ofSeconds(10)).until(() -> count() > before);
    }

    @Test
    void aProcessThatATimerWakesIsNotTakenForHeld() {
        startInBackground(Restless.WITH_TIMERS);
        assertThatThrownBy(() -> {
                    hold.pause();
                    long before = count();
                    await().atMost(ofSeconds(10)).until(() -> count() > before);
                    hold.check();
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("told to stop");
        hold.unpause();
    }

    @Test
    void processesThatWakeEachOtherAreHeldOrItIsSaidThatTheyAreNot() throws IOException {
        startInBackground(Restless.CROWD);
        boolean held = false;
        try {
            hold.pause();
            held = true;
        } catch (IOException told) {
            await().atMost(ofSeconds(10)).until(() -> sandbox.exec("true").succeeded());
        }
        if (held) {
            assertStill();
        }
        hold.unpause();
    }

    /** A shell waits in the kernel until the program that it starts has begun. */
    @Test
    void aShellThatStartsOneProgramAfterTheOtherIsHeldEachTime() throws IOException {
        sandbox.shell("while :; do /bin/true; echo >>count; done >/dev/null 2>&1 &")
                .orThrow();
        await().atMost(ofSeconds(10)).until(() -> count() > 0);
        for (int i = 0; i < OFTEN; i++) {
            hold.pause();
            hold.check();
            hold.unpause();
        }
    }

    @Test
    void whoeverHadStoppedByItselfIsNotWoken() throws IOException {
        startInBackground("""
                open(my $file, '>>', 'count'); syswrite($file, '.'); close($file);
                kill('STOP', $$);
                open($file, '>>', 'count'); syswrite($file, '.'); close($file);
                """);
        await().atMost(ofSeconds(10))
                .until(() ->
                        sandbox.shell("grep -l 'State:.T' /proc/[0-9]*/status").succeeded());
        hold.pause();
        hold.unpause();
        assertStillOne();
    }

    private void assertStillOne() {
        await().during(ofMillis(300)).atMost(ofSeconds(2)).until(() -> count() == 1);
    }
}
