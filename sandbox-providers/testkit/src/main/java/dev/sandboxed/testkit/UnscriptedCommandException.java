package dev.sandboxed.testkit;

import dev.sandboxed.api.exec.Command;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown when a mock is asked to run a command that no answer is scripted for.
 *
 * <p>It is no {@code SandboxException} on purpose: code under test that handles those must not hide a gap in the script.
 */
public final class UnscriptedCommandException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    UnscriptedCommandException(Command command, List<Rule> scripted) {
        super("No answer is scripted for: " + command + "\n  scripted: " + list(scripted)
                + "\n  remedy: script it with " + remedy(command));
    }

    private static String list(List<Rule> scripted) {
        if (scripted.isEmpty()) {
            return "nothing";
        }
        return scripted.stream().map(rule -> "\n    - " + rule).collect(Collectors.joining());
    }

    private static String remedy(Command command) {
        String on = command.script()
                .map(text -> ".onShell(" + literal(text) + ")")
                .orElseGet(() -> command.argv().stream()
                        .map(UnscriptedCommandException::literal)
                        .collect(Collectors.joining(", ", ".on(", ")")));
        return on + ".answer(Answer.stdout(\"…\"))";
    }

    private static String literal(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
