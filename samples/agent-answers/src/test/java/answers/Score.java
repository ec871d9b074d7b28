package answers;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.code.Verdict;
import java.util.List;

/**
 * What came of one answer.
 *
 * @param answer its name
 * @param cases how many cases there are
 * @param runs its run of each case, up to the first that took too long
 * @param gotOut whether it reached what is outside of its sandbox
 */
record Score(String answer, int cases, List<CodeRun> runs, boolean gotOut) {

    long passed() {
        return runs.stream().filter(CodeRun::passed).count();
    }

    /** The worst: the first in the order of verdicts. */
    Verdict verdict() {
        return runs.stream().map(CodeRun::verdict).min(Verdict::compareTo).orElseThrow();
    }

    String line(boolean wall) {
        String hostile = wall ? "held" : "nothing would hold it";
        String fate = gotOut ? "GOT OUT" : answer.startsWith("hostile") ? hostile : "";
        return "%-18s  %d/%d  %-16s  %s".formatted(answer, passed(), cases, verdict(), fate).stripTrailing();
    }
}
