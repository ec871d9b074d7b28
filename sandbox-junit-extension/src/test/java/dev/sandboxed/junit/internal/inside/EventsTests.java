package dev.sandboxed.junit.internal.inside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.spec.Secret;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class EventsTests {

    private static final String PASSED = "{\"event\":\"finished\",\"test\":true,\"status\":\"SUCCESSFUL\"}\n";
    private static final String END = "{\"event\":\"end\"}\n";

    private static Events read(String text) {
        return Events.read(text, Set.of(Secret.of("xyzzy-plugh")));
    }

    @Test
    void aTestAndTheEndMakeAResult() {
        assertThat(read(PASSED + END).isComplete()).isTrue();
        assertThat(read(PASSED + END).failure()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                END,
                PASSED,
                PASSED + "{\"event\":\"en",
                "[]\nnull\n7\n\"end\"\n",
                "{\"event\":{\"event\":\"end\"}}"
            })
    void anythingLessIsNone(String text) {
        assertThat(read(text).isComplete()).isFalse();
    }

    @Test
    void failuresWithoutAnySenseAreFailuresAllTheSame() {
        assertThat(read("{\"event\":\"finished\",\"failure\":7}").failure()).hasToString("unknown");
        assertThat(
                        read("{\"event\":\"finished\",\"failure\":{\"trace\":[7,{}],\"cause\":\"no\",\"suppressed\":{\"a\":1}}}")
                                .failure())
                .hasToString("unknown");
    }

    @Test
    void causesWithoutEndAreCutOff() {
        String deep = "{\"type\":\"t\",\"cause\":".repeat(400) + "{}" + "}".repeat(400);
        Throwable failure =
                read("{\"event\":\"finished\",\"failure\":" + deep + "}").failure();

        int depth = 0;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            depth++;
        }
        assertThat(depth).isEqualTo(51);
    }

    @Test
    void linesThatNestTooDeeplyAreLeftOut() {
        assertThat(read("[".repeat(500_000) + "\n" + PASSED + END).isComplete()).isTrue();
    }

    @Test
    void ofSeveralFailuresTheFirstHasTheOthersBelowIt() {
        Throwable failure = read("""
                        {"event":"finished","test":true,"failure":{"type":"A","message":"a"}}
                        {"event":"finished","test":false,"failure":{"type":"B","message":"b"}}
                        """).failure();

        assertThat(failure).hasToString("A: a");
        assertThat(failure.getSuppressed()).singleElement().hasToString("B: b");
    }

    @Test
    void exceptionsOfAFewBytesEachAreNotAllMade() {
        String many = "{}" + ",{}".repeat(100_000);
        Throwable failure = read("{\"event\":\"finished\",\"failure\":{\"suppressed\":[" + many + "]}}\n"
                        + "{\"event\":\"finished\",\"failure\":{\"message\":\"later\"}}\n")
                .failure();

        assertThat(failure.getSuppressed()).hasSize(999);
        assertThat(failure.getSuppressed()[998])
                .hasToString("left out: more than 999 exceptions were told inside; the others are not shown");
        assertThat(failure.getSuppressed()[997]).hasToString("unknown");
    }

    @Test
    void failuresOfAFewBytesEachAreNotAllMade() {
        Throwable failure = read("{\"event\":\"skipped\"}\n{\"event\":\"finished\",\"failure\":{}}\n".repeat(1_000))
                .failure();

        assertThat(failure).isInstanceOf(TestAbortedException.class);
        assertThat(failure.getSuppressed()).hasSize(999);
        assertThat(failure.getSuppressed()[998]).hasMessageContaining("more than 999");
    }

    @Test
    void framesOfAFewBytesEachAreNotAllMade() {
        String frames = "{}" + ",{}".repeat(100_000);

        assertThat(read("{\"event\":\"finished\",\"failure\":{\"trace\":[" + frames + "]}}")
                        .failure()
                        .getStackTrace())
                .hasSize(1_024);
    }

    @Test
    void commandsForBuildServersInMessagesAndEntriesAreNotToldAsTheyAre() {
        Events events = read("""
                {"event":"entry","values":{"k":"\\u001b[2J"}}
                {"event":"finished","failure":{"type":"T\\n##vso[x]","message":"m\\n::error::no","trace":[{"class":"C\\r"}]}}
                """);

        assertThat(events.entries()).containsExactly(Map.of("k", "\\u001b[2J"));
        assertThat(events.failure()).hasToString("T\n# #vso[x]: m\n: :error::no");
        assertThat(events.failure().getStackTrace()[0].getClassName()).isEqualTo("C\\r");
    }

    @Test
    void valuesThatAreComparedStayAsTheyAre() {
        Throwable failure =
                read("{\"event\":\"finished\",\"failure\":{\"kind\":\"assertion\",\"expected\":\"## a\\r\",\"actual\":\"b\"}}")
                        .failure();

        assertThat(((AssertionFailedError) failure).getExpected().getStringRepresentation())
                .isEqualTo("## a\r");
    }

    @Test
    void secretsAreMaskedInEverythingThatIsTold() {
        Events events = read("""
                {"event":"entry","values":{"k":"is xyzzy-plugh"}}
                {"event":"finished","failure":{"kind":"assertion","message":"xyzzy-plugh","trace":[{"class":"xyzzy-plugh"}]}}
                """);

        assertThat(events.entries()).containsExactly(Map.of("k", "is ***"));
        assertThat(events.failure()).hasMessage("***");
        assertThat(events.failure().getStackTrace()[0].toString()).doesNotContain("xyzzy");
    }
}
