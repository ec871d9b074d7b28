package dev.sandboxed.guest.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.files.WriteOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What mode files have after they were written. */
class ReplacedModeTests extends LocalGuestTest {

    @BeforeEach
    void makeAScript() {
        files.write("it's a\nscript", "echo old");
        files.chmod("it's a\nscript", 0751);
    }

    private static ByteArrayInputStream content() {
        return new ByteArrayInputStream("echo new".getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aScriptThatIsOverwrittenCanStillBeExecuted(boolean atomic) {
        guest.execs = 0;
        files.write("it's a\nscript", content(), new WriteOptions(null, atomic));

        assertThat(guest.execs).isEqualTo(atomic ? 2 : 1);
        assertThat(files.stat("it's a\nscript").mode()).isEqualTo(0751);
        assertThat(guest.at("it's a\nscript")).hasContent("echo new");
    }

    @Test
    void ofManyFilesEachKeepsItsOwn() {
        files.write("other", "");
        files.chmod("other", 0600);
        files.writeAll(Map.of("it's a\nscript", new byte[1], "other", new byte[2], "fresh", new byte[3]));

        assertThat(files.stat("it's a\nscript").mode()).isEqualTo(0751);
        assertThat(files.stat("other").mode()).isEqualTo(0600);
        assertThat(files.stat("fresh").mode()).isEqualTo(WriteOptions.MODE_OF_NEW_FILES);
    }

    @Test
    void throughALinkItIsThatOfTheFileBehindIt() {
        files.link("link", "it's a\nscript");
        files.write("link", "echo new");

        assertThat(files.stat("it's a\nscript").mode()).isEqualTo(0751);
        assertThat(files.stat("link").isLink()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneThatIsAskedForWins(boolean atomic) {
        files.write("it's a\nscript", content(), new WriteOptions(0640, atomic));

        assertThat(files.stat("it's a\nscript").mode()).isEqualTo(0640);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theRightToBecomeAnotherUserIsNotKeptForAnotherContent(boolean atomic) {
        files.chmod("it's a\nscript", 06755);
        files.write("it's a\nscript", content(), new WriteOptions(null, atomic));

        assertThat(files.stat("it's a\nscript").mode()).isEqualTo(0755);
    }

    @Test
    void anAnswerThatIsNoModeRefusesTheWrite() throws IOException {
        guest.lie(flavour == Flavour.GNU_WITH_A_BROKEN_STAT ? "find" : "stat", "echo 0x1ff; exit 0");
        if (flavour != Flavour.BUSYBOX) {
            assertThatThrownBy(() -> files.write("it's a\nscript", "x"))
                    .isInstanceOf(SandboxFileException.class)
                    .hasMessageContaining("0x1ff");
        }
    }
}
