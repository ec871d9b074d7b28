package dev.sandboxed.core.internal.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.event.SandboxEvent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the process at the other end of the pipe is told; that it acts on it is tested with the command line. */
class WatchdogTests {

    private final ByteArrayOutputStream pipe = new ByteArrayOutputStream();
    private final AtomicInteger starts = new AtomicInteger();
    private final Watchdog watchdog = new Watchdog(() -> {
        starts.incrementAndGet();
        return pipe;
    });

    private static SandboxEvent.At at(String provider, String sandbox) {
        return new SandboxEvent.At(provider, sandbox, Instant.EPOCH);
    }

    private String told() {
        return pipe.toString(StandardCharsets.UTF_8);
    }

    @Test
    void nothingIsStartedBeforeThereIsASandbox() {
        assertThat(starts).hasValue(0);
    }

    @Test
    void itIsToldWhichProvidersHaveSandboxesAndOnlyWhenThatChanges() {
        watchdog.on(new SandboxEvent.Creating(at("docker", "a")));
        watchdog.on(new SandboxEvent.Ready(at("docker", "a"), Duration.ZERO));
        watchdog.on(new SandboxEvent.Creating(at("docker", "b")));
        watchdog.on(new SandboxEvent.Creating(at("bubblewrap", "c")));
        watchdog.on(new SandboxEvent.Destroyed(at("docker", "a"), "closed"));
        watchdog.on(new SandboxEvent.Failed(at("docker", "b"), "start", "no luck", Duration.ZERO));
        watchdog.on(new SandboxEvent.Destroyed(at("bubblewrap", "c"), "closed"));

        assertThat(told()).isEqualTo("docker\nbubblewrap docker\nbubblewrap\n\n");
        assertThat(starts).hasValue(1);
    }

    @Test
    void aSandboxThatIsDestroyedTwiceCountsOnce() {
        watchdog.on(new SandboxEvent.Creating(at("docker", "a")));
        watchdog.on(new SandboxEvent.Creating(at("docker", "b")));
        watchdog.on(new SandboxEvent.Destroyed(at("docker", "a"), "closed"));
        watchdog.on(new SandboxEvent.Destroyed(at("docker", "a"), "closed"));

        assertThat(told()).isEqualTo("docker\n");
    }

    @Test
    void itIsLetGoWhenNothingIsLeftAndStartedAgainWhenThereIs() {
        watchdog.on(new SandboxEvent.Creating(at("docker", "a")));
        watchdog.close();
        watchdog.on(new SandboxEvent.Creating(at("bubblewrap", "b")));
        assertThat(starts).as("the first sandbox is still there").hasValue(1);

        watchdog.on(new SandboxEvent.Destroyed(at("docker", "a"), "closed"));
        watchdog.on(new SandboxEvent.Destroyed(at("bubblewrap", "b"), "closed"));
        watchdog.close();
        watchdog.on(new SandboxEvent.Creating(at("docker", "c")));

        assertThat(starts).hasValue(2);
    }

    @Test
    void oneThatCannotBeStartedIsNotTriedForEverySandbox() {
        Watchdog broken = new Watchdog(() -> {
            starts.incrementAndGet();
            throw new IOException("no shell");
        });

        broken.on(new SandboxEvent.Creating(at("docker", "a")));
        broken.on(new SandboxEvent.Creating(at("bubblewrap", "b")));

        assertThat(starts).hasValue(1);
    }
}
