package dev.sandboxed.testkit;

import dev.sandboxed.api.exec.Command;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;

/** Which commands are meant and what they answer. Made by {@link Scripting}. */
public final class Rule {

    /** How exactly a rule says what it means; the more exact one answers. */
    enum Exactness {
        ANYTHING,
        SOME,
        ONE
    }

    private final Meant meant;
    private final List<Function<Command, Answer>> inTurn;
    private final AtomicInteger given = new AtomicInteger();

    Rule(Meant meant, List<Function<Command, Answer>> inTurn) {
        this.meant = meant;
        this.inTurn = List.copyOf(inTurn);
    }

    /**
     * The commands that a rule is for.
     *
     * @param exactness how exactly they are named
     * @param description for people
     * @param matches tells whether a command is one of them
     */
    record Meant(Exactness exactness, String description, Predicate<Command> matches) {}

    Meant meant() {
        return meant;
    }

    /** Returns the next answer; the last one is given again and again. */
    Answer next(Command command) {
        int turn = Math.min(given.getAndIncrement(), inTurn.size() - 1);
        return inTurn.get(turn).apply(command);
    }

    /** Returns a copy that begins with the first answer. */
    Rule fresh() {
        return new Rule(meant, inTurn);
    }

    @Override
    public String toString() {
        return meant.description();
    }
}
