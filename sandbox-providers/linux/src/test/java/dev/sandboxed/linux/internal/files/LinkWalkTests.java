package dev.sandboxed.linux.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkWalkTests {

    private static final Map<String, String> LINKS = Map.of(
            "bin", "usr/bin",
            "usr/bin/sh", "dash",
            "etc/here", "./sub/../file",
            "etc/absolute", "/bin/sh",
            "up", "../../../etc",
            "loop", "loop");

    private static Path follow(String path, boolean last) throws IOException {
        return LinkWalk.follow(
                Path.of(path),
                last,
                place -> Optional.ofNullable(LINKS.get(place.toString())).map(Path::of));
    }

    @ParameterizedTest
    @CsvSource({
        "/, ''",
        "/nothing/there, nothing/there",
        "/bin/sh, usr/bin/dash",
        "/etc/here, etc/file",
        "/etc/absolute, usr/bin/dash",
        "/up/passwd, etc/passwd",
        "/../.., ''",
        "etc/./file, etc/file"
    })
    void linksAreFollowedAsIfTheRootWereAllThereIs(String path, String place) throws IOException {
        assertThat(follow(path, true)).isEqualTo(Path.of(place));
    }

    @Test
    void theLastLinkCanBeMeantItself() throws IOException {
        assertThat(follow("/bin/sh", false)).isEqualTo(Path.of("usr/bin/sh"));
        assertThat(follow("/loop", false)).isEqualTo(Path.of("loop"));
    }

    @Test
    void aLoopOfLinksIsNotFollowedForever() {
        assertThatThrownBy(() -> follow("/loop", true)).isInstanceOf(FileSystemLoopException.class);
    }

    @Test
    void aTreeThatCannotBeLeftIsToldOfEveryAttempt() {
        LinkWalk.Tree closed = new LinkWalk.Tree() {
            @Override
            public Optional<Path> link(Path place) {
                return Optional.empty();
            }

            @Override
            public void leaves() throws IOException {
                throw new IOException("out");
            }
        };

        assertThatThrownBy(() -> LinkWalk.follow(Path.of("a/../../b"), true, closed))
                .hasMessage("out");
    }
}
