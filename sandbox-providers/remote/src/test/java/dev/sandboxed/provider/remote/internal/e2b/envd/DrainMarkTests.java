package dev.sandboxed.provider.remote.internal.e2b.envd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.exec.OutputChunk.Source;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DrainMarkTests {

    private final DrainMark mark = new DrainMark();

    private void hear(Source source, String text) {
        mark.heard(source, text.getBytes(StandardCharsets.UTF_8));
    }

    private boolean isDrained() throws InterruptedException {
        return mark.await(Duration.ZERO);
    }

    @Test
    void bothOutputsMustSayIt() throws InterruptedException {
        mark.listenFor("words");
        hear(Source.STDOUT, "before words");
        assertThat(isDrained()).isFalse();
        hear(Source.STDERR, "words");
        assertThat(isDrained()).isTrue();
    }

    @Test
    void aTerminalSaysItTwice() throws InterruptedException {
        mark.listenFor("words");
        hear(Source.STDOUT, "words, and words");
        assertThat(isDrained()).isTrue();
    }

    @Test
    void itMayComeInPiecesAndThoseOfTheOtherOutputInBetween() throws InterruptedException {
        mark.listenFor("words");
        for (String letter : "a wor, words".split("")) {
            hear(Source.STDOUT, letter);
            assertThat(isDrained()).isFalse();
            hear(Source.STDERR, letter);
        }
        assertThat(isDrained()).isTrue();
    }

    @Test
    void whatHasEndedSaysNothingMore() throws InterruptedException {
        mark.listenFor("words");
        mark.heardAll();
        assertThat(isDrained()).isTrue();
    }

    @Test
    void whatWasSaidBeforeAnybodyListenedDoesNotCount() throws InterruptedException {
        hear(Source.STDOUT, "words");
        mark.listenFor("words");
        hear(Source.STDOUT, "words");
        assertThat(isDrained()).isFalse();
        assertThat(mark.isAwaited()).isTrue();
        mark.stop();
        assertThat(mark.isAwaited()).isFalse();
    }
}
