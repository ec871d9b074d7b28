package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SandboxDirectoryAssertTests extends WithMock {

    private static final String DIRECTORY = "Expecting the directory '/workspace/out' ";
    private static final String LISTING = "\nThe directory '/workspace/out' holds:\n  0644 a (1 byte)\n  0755 b/";

    @BeforeEach
    void fillDirectory() {
        files.write("out/a", "1");
        files.mkdirs("out/b");
        files.mkdirs("empty");
    }

    @Test
    void withEntriesPassesForTheSameNamesInAnyOrder() {
        assertThat(sandbox).hasDirectory("out").withEntries("b", "a");
        assertThat(sandbox).hasDirectory("empty").withEntries();
    }

    @Test
    void withEntriesFailsForMissingAndUnexpectedNames() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasDirectory("out").withEntries("c", "b")))
                .isEqualTo(DIRECTORY + "to have exactly the entries [c, b], but it does not."
                        + "\n  missing: [c]\n  unexpected: [a]" + LISTING + where());
    }

    @Test
    void withEntriesIncludingPassesForSomeOfThem() {
        assertThat(sandbox).hasDirectory("out").withEntriesIncluding("a");
    }

    @Test
    void withEntriesIncludingFailsForMissingNames() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasDirectory("out").withEntriesIncluding("d", "c", "b")))
                .isEqualTo(DIRECTORY + "to have the entries [b, c, d] among others, but it does not."
                        + "\n  missing: [c, d]" + LISTING + where());
    }

    @Test
    void withoutEntriesPassesForOtherNames() {
        assertThat(sandbox).hasDirectory("out").withoutEntries("c", "d");
    }

    @Test
    void withoutEntriesFailsForOneThatIsThere() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasDirectory("out").withoutEntries("c", "a")))
                .isEqualTo(DIRECTORY + "to have none of the entries [a, c], but it does." + "\n  unexpected: [a]"
                        + LISTING + where());
    }

    @Test
    void isEmptyPassesForAnEmptyDirectory() {
        assertThat(sandbox).hasDirectory("empty").isEmpty();
    }

    @Test
    void isEmptyFailsForAFilledDirectory() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasDirectory("out").isEmpty()))
                .isEqualTo(DIRECTORY + "to be empty, but it is not." + LISTING + where());
    }

    @Test
    void isNotEmptyPassesForAFilledDirectory() {
        assertThat(sandbox).hasDirectory("out").isNotEmpty().and().isRunning();
    }

    @Test
    void isNotEmptyFailsForAnEmptyDirectory() {
        assertThat(Failing.message(
                        () -> assertThat(sandbox).hasDirectory("empty").isNotEmpty()))
                .isEqualTo("Expecting the directory '/workspace/empty' not to be empty, but it is."
                        + "\nThe directory '/workspace/empty' is empty." + where());
    }

    @Test
    void withModePassesForTheSameBits() {
        files.chmod("out", 0700);

        assertThat(sandbox).hasDirectory("out").withMode(0700);
    }

    @Test
    void withModeFailsForOtherBits() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasDirectory("out").withMode(0700)))
                .isEqualTo(DIRECTORY + "to have the mode 0700, but it has 0755." + where());
    }

    @Test
    void directoryThatWentAwayFailsTheAssertion() {
        SandboxDirectoryAssert out = assertThat(sandbox).hasDirectory("out");
        files.deleteAll("out");

        assertThat(Failing.message(out::isEmpty))
                .isEqualTo("Expecting to read the directory '/workspace/out', but that is refused: There is no file or"
                        + " directory '/workspace/out' [provider boxes, sandbox " + sandbox.id() + "]" + where());
    }
}
