package dev.sandboxed.mutants.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoverageTests {

    private static final Command PRINTING = Command.of("printf", "text");
    private static final Command SILENT = Command.of("true");

    private final Coverage coverage = new Coverage(Map.of(
            "PAUSE-1", List.of(ProviderCall.OPEN, ended(PRINTING, "text")),
            "PAUSE-2", List.of(ProviderCall.OPEN, ended(SILENT, ""), new ProviderCall("stat")),
            "PAUSE-3", List.of(ProviderCall.OPEN, ended(SILENT, "")),
            "FILE-5", List.of(ProviderCall.OPEN, new ProviderCall("stat"))));

    @Test
    void clausesThatCallWhatIsBrokenAreNear() {
        assertThat(near(mutant().stat((files, path) -> files.stat(path)))).containsExactly("PAUSE-1", "PAUSE-2");
    }

    @Test
    void clausesWhoseCommandsStayAsTheyAreAreNot() {
        assertThat(near(mutant().command(command -> Changed.argv(command, List.of("true")))))
                .containsExactly("PAUSE-1");
        assertThat(near(mutant().command(command -> command.env("NAME", "value"))))
                .containsExactly("PAUSE-1", "PAUSE-2", "PAUSE-3");
    }

    @Test
    void clausesWhoseResultsStayAsTheyAreAreNot() {
        assertThat(near(mutant().result(run -> Changed.outputs(run, Output.EMPTY, run.err()))))
                .containsExactly("PAUSE-1");
        assertThat(near(mutant().result(run -> Changed.ending(run, Ending.exited(1)))))
                .containsExactly("PAUSE-1", "PAUSE-2", "PAUSE-3");
    }

    @Test
    void aFunctionThatThrowsMakesADifference() {
        Mutant thrower = mutant().result(run -> {
                    throw new IllegalStateException("broken");
                })
                .build();

        assertThat(coverage.affects(thrower, "PAUSE-3")).isTrue();
    }

    @Test
    void aClauseWhoseCallsAreNotKnownIsNear() {
        assertThat(new Coverage(Map.of()).clausesNear(mutant().build()))
                .containsExactly("PAUSE-1", "PAUSE-2", "PAUSE-3");
    }

    @Test
    void whoeverChangesTheProviderAsAWholeIsExaminedOnWholeGroups() {
        assertThat(near(mutant().claiming(Capability.USER))).containsExactly("PAUSE-1", "PAUSE-2", "PAUSE-3");
    }

    @Test
    void whoeverOnlyTakesNotesIsExaminedOnWhatItBreaks() {
        assertThat(near(mutant().remembering(Map.of()))).containsExactly("PAUSE-1");
    }

    private List<String> near(MutantBuilder mutant) {
        return coverage.clausesNear(mutant.build());
    }

    private static MutantBuilder mutant() {
        return Mutant.mutant("example", "PAUSE-1", "");
    }

    private static ProviderCall ended(Command command, String printed) {
        Output out = Output.of(printed.getBytes(StandardCharsets.UTF_8));
        return new ProviderCall(
                "exec", command, new ExecResult(command, Ending.exited(0), out, Output.EMPTY, Duration.ZERO));
    }
}
