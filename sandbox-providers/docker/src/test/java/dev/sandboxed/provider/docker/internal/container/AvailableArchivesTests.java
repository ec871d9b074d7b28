package dev.sandboxed.provider.docker.internal.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.guest.files.GuestArchives;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AvailableArchivesTests {

    private final Noted inside = new Noted("inside");
    private final Noted engine = new Noted("engine");
    private final AtomicInteger questions = new AtomicInteger();

    private record Noted(String name, List<String> stored) implements GuestArchives {

        Noted(String name) {
            this(name, new ArrayList<>());
        }

        @Override
        public InputStream fetch(String path) {
            return new ByteArrayInputStream(name.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void store(String directory, InputStream tar) {
            stored.add(directory);
        }
    }

    private AvailableArchives archives(boolean possibleInside) {
        return new AvailableArchives(inside, engine, () -> {
            questions.incrementAndGet();
            return possibleInside;
        });
    }

    private static String fetched(GuestArchives archives) throws IOException {
        return new String(archives.fetch("/etc/hostname").readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void whatCanBeDoneInsideIsDoneThere() throws IOException {
        AvailableArchives archives = archives(true);
        archives.store("/workspace", InputStream.nullInputStream());

        assertThat(fetched(archives)).isEqualTo("inside");
        assertThat(inside.stored()).containsExactly("/workspace");
        assertThat(engine.stored()).isEmpty();
    }

    @Test
    void theEngineDoesItForImagesThatCannot() throws IOException {
        AvailableArchives archives = archives(false);
        archives.store("/workspace", InputStream.nullInputStream());

        assertThat(fetched(archives)).isEqualTo("engine");
        assertThat(engine.stored()).containsExactly("/workspace");
        assertThat(inside.stored()).isEmpty();
    }

    @Test
    void theGuestIsAskedWhenItMattersAndOnlyOnce() throws IOException {
        AvailableArchives archives = archives(true);
        assertThat(questions).hasValue(0);

        fetched(archives);
        fetched(archives);

        assertThat(questions).hasValue(1);
    }
}
