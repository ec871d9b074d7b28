package dev.sandboxed.testkit;

import dev.sandboxed.api.exec.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A command whose answer is still to be said.
 *
 * @param <T> what scripting goes on with
 */
public final class OnCommand<T> {

    private final Scripting<T> script;
    private final Rule.Meant meant;

    OnCommand(Scripting<T> script, Rule.Meant meant) {
        this.script = script;
        this.meant = meant;
    }

    /** Returns these answers in turn; the last one is given again and again. */
    public T answer(Answer first, Answer... later) {
        List<Function<Command, Answer>> inTurn = new ArrayList<>();
        inTurn.add(command -> first);
        for (Answer next : List.of(later)) {
            inTurn.add(command -> next);
        }
        return script.script(new Rule(meant, inTurn));
    }

    /** Work out the answer from the command, each time anew. */
    public T answerWith(Function<Command, Answer> answer) {
        return script.script(new Rule(meant, List.of(answer)));
    }
}
