package answers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.code.AgentCase;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.junit.SandboxMatrix;
import dev.sandboxed.junit.Sandboxed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Gives answers of agents their scores, each in a copy of one prepared sandbox. */
class ScoreTests {

    private static final List<AgentCase> CASES = AgentCase.in(Path.of("cases"));

    static SandboxSpec spec() {
        return SandboxSpec.builder()
                .limits(Limits.builder().addressSpace(DataSize.ofGibibytes(1)).build())
                .build();
    }

    @SandboxMatrix(providers = {"subprocess", "bubblewrap", "gvisor"})
    @Sandboxed(spec = "spec")
    void everyAnswerGetsItsScore(Sandbox sandbox, @TempDir Path folder) throws IOException {
        List<Path> answers = answers();
        Map<String, Score> scores = new LinkedHashMap<>();
        try (Outside outside = new Outside(folder)) {
            List<Sandbox> copies = sandbox.fork(answers.size());
            for (int i = 0; i < answers.size(); i++) {
                Score score = score(answers.get(i), copies.get(i), outside);
                scores.put(score.answer(), score);
            }
        }
        boolean wall = sandbox.info().isolation().compareTo(Isolation.NAMESPACE) >= 0;
        print(sandbox, scores, wall);
        check(scores, wall);
    }

    private static List<Path> answers() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("answers"))) {
            return files.sorted().toList();
        }
    }

    private static Score score(Path answer, Sandbox sandbox, Outside outside) throws IOException {
        String name = answer.getFileName().toString();
        String text = Files.readString(answer);
        Code code = (name.endsWith(".py") ? Code.python(text) : Code.shell(text))
                .arguments(outside.arguments())
                .timeout(Duration.ofSeconds(4));
        List<CodeRun> runs = new ArrayList<>();
        for (AgentCase agentCase : CASES) {
            CodeRun run = sandbox.run(code.on(agentCase));
            runs.add(run);
            if (run.verdict() == Verdict.TIMED_OUT) {
                break;
            }
        }
        return new Score(name, CASES.size(), runs, outside.wasTouched());
    }

    private static void print(Sandbox sandbox, Map<String, Score> scores, boolean wall) {
        System.out.println("\nOn " + sandbox.info().provider() + ", isolation " + sandbox.info().isolation() + ":");
        scores.values().forEach(score -> System.out.println("  " + score.line(wall)));
    }

    private static void check(Map<String, Score> scores, boolean wall) {
        Map<String, Verdict> expected = Map.of(
                "right.py", Verdict.PASSED,
                "right.sh", Verdict.PASSED,
                "wrong.py", Verdict.WRONG_ANSWER,
                "crashes.py", Verdict.CRASHED,
                "slow.py", Verdict.TIMED_OUT,
                "greedy.py", Verdict.OUT_OF_MEMORY);
        expected.forEach((answer, verdict) -> assertEquals(verdict, scores.get(answer).verdict(), answer));
        assertEquals(!wall, scores.get("hostile-writes.py").gotOut(), "hostile-writes.py");
        assertEquals(!wall, scores.get("hostile-calls.py").gotOut(), "hostile-calls.py");
        if (wall) {
            assertEquals(Verdict.ESCAPE_ATTEMPTED, scores.get("hostile-chroot.py").verdict(), "hostile-chroot.py");
        }
    }
}
