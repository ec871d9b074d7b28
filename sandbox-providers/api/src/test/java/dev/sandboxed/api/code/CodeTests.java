package dev.sandboxed.api.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeTests {

    @Test
    void settersChangeACopy() {
        Code plain = Code.python("print(1)\nprint(2)\n");
        Code changed = plain.arguments("-v", "x y")
                .env("A", "b")
                .timeout(Duration.ofSeconds(3))
                .expecting("1")
                .named("answer.py")
                .withoutChanges();
        assertThat(plain).hasToString("Python code, 2 lines");
        assertThat(changed).hasToString("Python code, 2 lines, answer.py");
        assertThat(plain.expected()).isEmpty();
        assertThat(plain.watchesFiles()).isTrue();
        assertThat(changed.command("/usr/bin/python3", "answer.py"))
                .hasToString("/usr/bin/python3 -B answer.py -v 'x y'");
        assertThat(changed.command("python3", "f").env()).containsEntry("A", "b");
        assertThat(changed.command("python3", "f").timeout()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void wrongSettingsAreRefusedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Code.shell("").timeout(Duration.ZERO))
                .withMessageContaining("above zero");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Code.of(" ", "x"))
                .withMessageContaining("at least one interpreter");
        assertThatIllegalArgumentException().isThrownBy(() -> Code.shell("").named(""));
    }

    @Test
    void anInterpreterByNameHasNoEndOfFileNamesAndNoImage() {
        Language language = Code.of("awk", "{ print }").language();
        assertThat(language.fileName("code-1")).isEqualTo("code-1");
        assertThat(language.image()).isEqualTo(Optional.empty());
        assertThat(Language.PYTHON.fileName("code-1")).isEqualTo("code-1.py");
    }

    @Test
    void casesAreReadInPairsAndSorted(@TempDir Path folder) throws IOException {
        write(folder, "two.in", "2\n1\n", "two.out", "1\n2\n", "one.in", "", "one.out", "", "README.md", "cases");
        assertThat(AgentCase.in(folder))
                .isEqualTo(List.of(new AgentCase("one", "", ""), new AgentCase("two", "2\n1\n", "1\n2\n")));
    }

    @Test
    void aCaseThatIsHalfThereIsNamed(@TempDir Path folder) throws IOException {
        write(folder, "one.in", "", "one.out", "", "two.out", "x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AgentCase.in(folder))
                .withMessageContaining("two.out")
                .withMessageContaining("two.in is missing");
    }

    @Test
    void aFolderWithoutCasesAndOneThatIsNotThereAreRefused(@TempDir Path folder) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AgentCase.in(folder))
                .withMessageContaining("has no case in it");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AgentCase.in(folder.resolve("absent")))
                .withMessageContaining("no folder of cases at");
    }

    private static void write(Path folder, String... namesAndTexts) throws IOException {
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            Files.writeString(folder.resolve(namesAndTexts[i]), namesAndTexts[i + 1]);
        }
    }
}
