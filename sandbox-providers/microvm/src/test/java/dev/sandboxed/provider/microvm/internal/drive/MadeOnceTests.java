package dev.sandboxed.provider.microvm.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MadeOnceTests {

    @TempDir
    Path folder;

    private final AtomicInteger made = new AtomicInteger();

    private Path get(String origin) throws IOException {
        return new MadeOnce(folder.resolve("machines")).get("thing", origin, place -> {
            made.incrementAndGet();
            Files.writeString(place, origin);
        });
    }

    @Test
    void theSameOriginIsMadeOnceAndAnotherIsAnother() throws IOException {
        assertThat(get("a")).isEqualTo(get("a")).hasContent("a");
        assertThat(get("b")).isNotEqualTo(get("a")).hasContent("b");
        assertThat(made).hasValue(2);
    }

    @Test
    void whatCouldNotBeMadeIsNotThereAndIsTriedAgain() throws IOException {
        MadeOnce once = new MadeOnce(folder.resolve("machines"));
        assertThatThrownBy(() -> once.get("thing", "a", place -> {
                    Files.writeString(place, "half");
                    throw new IOException("no space");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("no space");

        assertThat(folder.resolve("machines"))
                .isDirectoryNotContaining(file -> Files.isRegularFile(file)
                        && !file.getFileName().toString().endsWith(".lock"));
        assertThat(get("a")).hasContent("a");
    }

    @Test
    void whatWasRemovedIsMadeAgain() throws IOException {
        get("b");
        MadeOnce once = new MadeOnce(folder.resolve("machines"));
        once.remove(get("a"));

        assertThat(once.all("thing")).containsExactly(get("b"));
        assertThat(once.all("other")).isEmpty();
        assertThat(get("a")).hasContent("a");
        assertThat(made).hasValue(3);
    }

    @Test
    void allIsClearedButWhatIsInTheMakingOrNobodyMade() throws IOException {
        MadeOnce once = new MadeOnce(folder.resolve("machines"));
        assertThat(once.clear()).isEmpty();
        String first = String.valueOf(get("a").getFileName());
        String second = String.valueOf(get("b").getFileName());
        Path foreign = Files.writeString(folder.resolve("machines/notes.txt"), "mine");

        assertThat(once.clear()).containsExactlyInAnyOrder(first, second);
        assertThat(once.clear()).isEmpty();
        assertThat(foreign).exists();
    }
}
