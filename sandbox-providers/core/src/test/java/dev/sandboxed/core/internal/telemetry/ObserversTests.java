package dev.sandboxed.core.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObserversTests {

    @TempDir
    Path folder;

    @Test
    void oneThatFailsHarmsNeitherTheCallerNorTheOthers() {
        List<SandboxEvent> heard = new ArrayList<>();
        SandboxListener failing = event -> {
            throw new IllegalStateException("I am broken");
        };

        Told.to(new Observers(List.of(failing, heard::add)));

        assertThat(heard).hasSize(14);
    }

    @Test
    void oneThatDoesNotLinkIsToldNothingMore() {
        List<SandboxEvent> tried = new ArrayList<>();
        List<SandboxEvent> heard = new ArrayList<>();
        SandboxListener old = event -> {
            tried.add(event);
            throw new NoSuchMethodError("of another version");
        };

        Told.to(new Observers(List.of(old, heard::add)));

        assertThat(tried).hasSize(1);
        assertThat(heard).hasSize(14);
    }

    @Test
    void oneThatCameLaterIsToldAsWellAndNotClosed() {
        List<SandboxEvent> heard = new ArrayList<>();
        Observers observers = new Observers(List.of());
        observers.tellAlso(new KeptOpen(heard));

        Told.to(observers);
        observers.close();

        assertThat(heard).hasSize(14);
    }

    private record KeptOpen(List<SandboxEvent> heard) implements SandboxListener, AutoCloseable {
        @Override
        public void on(SandboxEvent event) {
            heard.add(event);
        }

        @Override
        public void close() {
            heard.clear();
        }
    }

    @Test
    void listenersAreFoundAsServicesAndBrokenOnesAreLeftOut() throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(SandboxListener.class.getName()), "no.such.Listener\n" + Heard.class.getName() + "\n");
        Heard.EVENTS.clear();
        URL[] here = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(here, getClass().getClassLoader())) {
            Observers observers = Observers.of(Configuration.read(new Surroundings(Map.of(), Map.of())), loader);
            observers.on(new SandboxEvent.Ready(new SandboxEvent.At("docker", "one", Told.BEGAN), Duration.ZERO));
            observers.close();
        }

        assertThat(Heard.EVENTS).hasSize(1);
    }

    /** A listener of a user. */
    public static final class Heard implements SandboxListener {
        static final List<SandboxEvent> EVENTS = new ArrayList<>();

        @Override
        public void on(SandboxEvent event) {
            EVENTS.add(event);
        }
    }
}
