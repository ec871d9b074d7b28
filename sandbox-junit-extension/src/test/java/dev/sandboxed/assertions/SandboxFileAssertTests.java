package dev.sandboxed.assertions;

import static dev.sandboxed.assertions.SandboxAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

class SandboxFileAssertTests extends WithMock {

    private static final String FILE = "Expecting the file '/workspace/out.txt' ";

    @BeforeEach
    void writeFile() {
        files.write("out.txt", "first\nsecond\n");
    }

    @Test
    void withContentPassesForTheSameText() {
        assertThat(sandbox).hasFile("/workspace/out.txt").withContent("first\nsecond\n");
    }

    @Test
    void withContentFailsForAnotherText() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt").withContent("first\nsecund\n")))
                .isEqualTo(FILE + "to have the given content, but it differs at line 2, column 4."
                        + "\n  expected: \"first\\nsecund\\n\"\n  but was:  \"first\\nsecond\\n\"" + where());
    }

    @Test
    void differentContentsAreGivenToTheDevelopmentEnvironment() {
        AssertionError error =
                Failing.error(() -> assertThat(sandbox).hasFile("out.txt").withContent("1"));

        assertThat(error).isInstanceOfSatisfying(AssertionFailedError.class, failed -> {
            assertThat(failed.getExpected().getStringRepresentation()).isEqualTo("1");
            assertThat(failed.getActual().getStringRepresentation()).isEqualTo("first\nsecond\n");
        });
    }

    @Test
    void withContentContainingPassesForAPart() {
        assertThat(sandbox).hasFile("out.txt").withContentContaining("t\ns");
    }

    @Test
    void withContentContainingFailsForWhatIsNoPart() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt").withContentContaining("third")))
                .isEqualTo(FILE + "to contain the given text, but it does not."
                        + "\n  expected: \"third\"\n  in:       \"first\\nsecond\\n\"" + where());
    }

    @Test
    void withContentNotContainingPassesForWhatIsNoPart() {
        assertThat(sandbox).hasFile("out.txt").withContentNotContaining("third");
    }

    @Test
    void withContentNotContainingFailsForAPart() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt").withContentNotContaining("second")))
                .isEqualTo(FILE + "not to contain the given text, but it does at line 2, column 1."
                        + "\n  unwanted: \"second\"\n  in:       \"first\\nsecond\\n\"" + where());
    }

    @Test
    void withBytesPassesForTheSameBytes() {
        files.write("data", new byte[] {1, 2, 3});

        assertThat(sandbox).hasFile("data").withBytes(new byte[] {1, 2, 3});
    }

    @Test
    void withBytesFailsForOtherBytes() {
        files.write("out.txt", new byte[] {1, 2, (byte) 0xff});

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt").withBytes(new byte[] {1, 2})))
                .isEqualTo(FILE + "to have the given bytes, but it differs at offset 2."
                        + "\n  expected: 2 bytes, from there on: nothing\n  but was:  3 bytes, from there on: ff"
                        + where());
    }

    @Test
    void withModePassesForTheSameBits() {
        files.chmod("out.txt", 0750);

        assertThat(sandbox).hasFile("out.txt").withMode(0750);
    }

    @Test
    void withModeFailsForOtherBits() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt").withMode(0755)))
                .isEqualTo(FILE + "to have the mode 0755, but it has 0644." + where());
    }

    @Test
    void withSizePassesForThatManyBytes() {
        assertThat(sandbox).hasFile("out.txt").withSize(13);
    }

    @Test
    void withSizeFailsForAnotherSize() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt").withSize(12)))
                .isEqualTo(FILE + "to have a size of 12 bytes, but it has 13 bytes." + where());
    }

    @Test
    void isEmptyPassesForAnEmptyFile() {
        files.write("out.txt", "");

        assertThat(sandbox).hasFile("out.txt").isEmpty();
    }

    @Test
    void isEmptyFailsForAFileWithContent() {
        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt").isEmpty()))
                .isEqualTo(FILE + "to be empty, but it has 13 bytes." + where());
    }

    @Test
    void isNotEmptyPassesForAFileWithContent() {
        assertThat(sandbox).hasFile("out.txt").isNotEmpty();
    }

    @Test
    void isNotEmptyFailsForAnEmptyFile() {
        files.write("out.txt", "");

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt").isNotEmpty()))
                .isEqualTo(FILE + "not to be empty, but it has 0 bytes." + where());
    }

    @Test
    void textLeadsToTheContentAndBack() {
        assertThat(sandbox).hasFile("out.txt").text().hasLineCount(2).and().withSize(13);
    }

    @Test
    void textFailsWithTheFileAndTheSandbox() {
        assertThat(Failing.message(
                        () -> assertThat(sandbox).hasFile("out.txt").text().startsWith("second")))
                .isEqualTo("[content of /workspace/out.txt" + where() + "] \n"
                        + "Expecting actual:\n  \"first\nsecond\n\"\nto start with:\n  \"second\"\n");
    }

    @Test
    void bytesLeadsToTheContentAndBack() {
        assertThat(sandbox).hasFile("out.txt").bytes().endsWith('\n').and().isNotEmpty();
    }

    @Test
    void bytesFailsWithTheFileAndTheSandbox() {
        files.write("data", new byte[] {1});

        assertThat(Failing.message(
                        () -> assertThat(sandbox).hasFile("data").bytes().isEmpty()))
                .isEqualTo("[content of /workspace/data" + where() + "] \nExpecting empty but was: [1]");
    }

    @Test
    void descriptionReachesWhateverIsLedTo() {
        assertThat(Failing.message(
                        () -> assertThat(sandbox).as("build").hasFile("out.txt").isEmpty()))
                .isEqualTo("[build] " + FILE + "to be empty, but it has 13 bytes." + where());
        assertThat(Failing.message(() -> assertThat(sandbox)
                        .as("build")
                        .hasFile("out.txt")
                        .text()
                        .isEmpty()))
                .isEqualTo("[build: content of /workspace/out.txt" + where()
                        + "] \nExpecting empty but was: \"first\nsecond\n\"");
    }

    @Test
    void fileThatMayNotBeReadFailsTheAssertion() {
        files.chmod("out.txt", 0);

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt").withContent("x")))
                .isEqualTo("Expecting to read the file '/workspace/out.txt', but that is refused:"
                        + " '/workspace/out.txt' may not be read: its mode is 00 [provider boxes, sandbox "
                        + sandbox.id() + "]" + where());
    }

    @Test
    void fileThatIsTooLargeForAnAssertionIsNotReadWhole() {
        files.write("out.txt", new byte[(16 << 20) + 1]);

        assertThat(Failing.message(() -> assertThat(sandbox).hasFile("out.txt").withContent("x")))
                .isEqualTo("Expecting to read the file '/workspace/out.txt', but it is larger than 16m, which is the"
                        + " most that an assertion reads; download it and look at it there." + where());
    }
}
