package dev.sandboxed.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Stdin;
import dev.sandboxed.api.spec.SandboxSpec;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ScriptingTests {

    @Test
    void answersACommandThatWasScripted() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .on("python3", "sort.py")
                .answer(Answer.stdout("1\n2\n"))
                .build();

        assertThat(run(provider, Command.of("python3", "sort.py"))).isEqualTo("1\n2\n");
    }

    @Test
    void answersInTurnAndRepeatsTheLast() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .on("poll")
                .answer(Answer.stdout("a"), Answer.stdout("b"))
                .build();

        assertThat(run(provider, Command.of("poll"))).isEqualTo("a");
        assertThat(run(provider, Command.of("poll"))).isEqualTo("b");
        assertThat(run(provider, Command.of("poll"))).isEqualTo("b");
    }

    @Test
    void worksAnAnswerOutFromTheCommand() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .onProgram("cat")
                .answerWith(command -> Answer.stdout(
                        command.stdin() instanceof Stdin.Bytes input ? new String(input.content(), UTF_8) : "?"))
                .build();

        assertThat(run(provider, Command.of("cat", "-").stdin("fed"))).isEqualTo("fed");
    }

    @Test
    void prefersTheMoreExactRuleInWhateverOrderTheyWereScripted() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .on("git", "status")
                .answer(Answer.stdout("exact"))
                .onProgram("git")
                .answer(Answer.stdout("program"))
                .onAnything()
                .answer(Answer.stdout("anything"))
                .build();

        assertThat(run(provider, Command.of("git", "status"))).isEqualTo("exact");
        assertThat(run(provider, Command.of("git", "log"))).isEqualTo("program");
        assertThat(run(provider, Command.of("hg"))).isEqualTo("anything");
        assertThat(run(provider, Command.shell("git status"))).isEqualTo("anything");
    }

    @Test
    void letsATestOverrideWhatItsSetUpSaid() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .on("date")
                .answer(Answer.stdout("monday"))
                .build();
        provider.on("date").answer(Answer.stdout("tuesday"));

        assertThat(run(provider, Command.of("date"))).isEqualTo("tuesday");
    }

    @Test
    void tellsAScriptFromAProgram() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .onShell("echo", "two words")
                .answer(Answer.stdout("script"))
                .on("/bin/sh", "-c", "echo 'two words'")
                .answer(Answer.stdout("program"))
                .build();

        assertThat(run(provider, Command.shell("echo 'two words'"))).isEqualTo("script");
        assertThat(run(provider, Command.of("/bin/sh", "-c", "echo 'two words'")))
                .isEqualTo("program");
    }

    @Test
    void answersWhateverFulfilsACondition() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .onCommand("short timeouts", command -> command.timeout().compareTo(Duration.ofSeconds(1)) < 0)
                .answer(Answer.stdout("short"))
                .onAnything()
                .answer(Answer.stdout("long"))
                .build();

        assertThat(run(provider, Command.of("x").timeout(Duration.ofMillis(5)))).isEqualTo("short");
        assertThat(run(provider, Command.of("x"))).isEqualTo("long");
    }

    @Test
    void saysHowToScriptACommandThatWasNot() {
        MockSandboxProvider provider = MockSandboxProvider.builder()
                .on("python3", "sort.py")
                .answer(Answer.success())
                .onProgram("git")
                .answer(Answer.success())
                .onShell("make all")
                .answer(Answer.success())
                .build();

        assertThatExceptionOfType(UnscriptedCommandException.class)
                .isThrownBy(() -> run(provider, Command.of("python3", "a \"b\"\n.py")))
                .withMessage(
                        "No answer is scripted for: python3 'a \"b\"\n.py'"
                                + "\n  scripted: \n    - python3 sort.py\n    - git with any arguments\n    - the script make all"
                                + "\n  remedy: script it with .on(\"python3\", \"a \\\"b\\\"\\n.py\").answer(Answer.stdout(\"…\"))")
                .isNotInstanceOf(SandboxException.class);
        assertThat(provider.commands()).hasSize(1);
    }

    @Test
    void saysHowToScriptAScriptWhenNothingIsScripted() {
        MockSandboxProvider provider = MockSandboxProvider.builder().build();

        assertThatExceptionOfType(UnscriptedCommandException.class)
                .isThrownBy(() -> run(provider, Command.shell("make all")))
                .withMessage("No answer is scripted for: make all\n  scripted: nothing"
                        + "\n  remedy: script it with .onShell(\"make all\").answer(Answer.stdout(\"…\"))");
    }

    @Test
    void refusesARuleForACommandThatCannotBe() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MockSandboxProvider.builder().on("a\0b"))
                .withMessageStartingWith("An argument of a command has NUL");
    }

    private static String run(MockSandboxProvider provider, Command command) {
        return provider.create(SandboxSpec.defaults()).exec(command).stdout();
    }
}
