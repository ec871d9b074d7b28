package dev.sandboxed.guest.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.guest.exec.CommandLifecycle.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class CommandLifecycleTests {

    private static final Duration LONG = Duration.ofSeconds(20);

    /** How each state is reached. */
    private static final Map<State, List<State>> WAYS = Map.of(
            State.WAITING, List.of(),
            State.ASKED, List.of(State.ASKED),
            State.RUNNING, List.of(State.ASKED, State.RUNNING),
            State.ENDING, List.of(State.ASKED, State.RUNNING, State.ENDING),
            State.ENDED, List.of(State.ASKED, State.ENDED),
            State.LOST, List.of(State.LOST));

    /** What may follow what, written down a second time on purpose. */
    private static final List<Arguments> LEGAL = List.of(
            Arguments.of(State.WAITING, State.ASKED),
            Arguments.of(State.WAITING, State.LOST),
            Arguments.of(State.ASKED, State.RUNNING),
            Arguments.of(State.ASKED, State.ENDING),
            Arguments.of(State.ASKED, State.ENDED),
            Arguments.of(State.ASKED, State.LOST),
            Arguments.of(State.RUNNING, State.ENDING),
            Arguments.of(State.RUNNING, State.ENDED),
            Arguments.of(State.RUNNING, State.LOST),
            Arguments.of(State.ENDING, State.ENDED),
            Arguments.of(State.ENDING, State.LOST));

    private final CommandLifecycle lifecycle = new CommandLifecycle();

    private static CommandLifecycle in(State state) {
        CommandLifecycle lifecycle = new CommandLifecycle();
        WAYS.get(state).forEach(lifecycle::moveTo);
        return lifecycle;
    }

    static Stream<Arguments> legal() {
        return LEGAL.stream();
    }

    static Stream<Arguments> illegal() {
        return Stream.of(State.values())
                .flatMap(from -> Stream.of(State.values()).map(to -> Arguments.of(from, to)))
                .filter(pair ->
                        LEGAL.stream().noneMatch(legal -> List.of(legal.get()).equals(List.of(pair.get()))));
    }

    @ParameterizedTest
    @MethodSource
    void legal(State from, State to) {
        CommandLifecycle command = in(from);
        command.moveTo(to);
        assertThat(command.state()).isEqualTo(to);
    }

    @ParameterizedTest
    @MethodSource
    void illegal(State from, State to) {
        CommandLifecycle command = in(from);
        assertThatThrownBy(() -> command.moveTo(to))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A command that is " + from + " cannot become " + to);
        assertThat(command.state()).isEqualTo(from);
    }

    @Test
    void aCommandBeginsOnceAndOnlyIfItWasAskedFor() {
        assertThat(lifecycle.begin()).isFalse();
        lifecycle.moveTo(State.ASKED);
        assertThat(lifecycle.begin()).isTrue();
        assertThat(lifecycle.begin()).isFalse();
        assertThat(lifecycle.state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aCommandThatMustDieBeforeItHasBegunIsEndingAsSoonAsItHas() {
        assertThat(lifecycle.requestKill()).isTrue();
        assertThat(lifecycle.state()).isEqualTo(State.WAITING);
        lifecycle.moveTo(State.ASKED);
        assertThat(lifecycle.begin()).isTrue();
        assertThat(lifecycle.state()).isEqualTo(State.ENDING);
    }

    @Test
    void aCommandThatRunsIsKilledByTheFirstWhoWantsItDead() {
        CommandLifecycle running = in(State.RUNNING);
        assertThat(running.requestKill()).isTrue();
        assertThat(running.requestKill()).isFalse();
        assertThat(running.state()).isEqualTo(State.ENDING);
    }

    @ParameterizedTest
    @EnumSource(names = {"ENDED", "LOST"})
    void aCommandThatIsOverIsNotKilledAndStaysWhatItIs(State last) {
        CommandLifecycle over = in(last);
        assertThat(over.requestKill()).isFalse();
        assertThat(over.isKillRequested()).isFalse();
        over.finish(State.ENDED);
        assertThat(over.state()).isEqualTo(last);
    }

    @ParameterizedTest
    @EnumSource
    void onlyTheLastTwoStatesAreOver(State state) {
        assertThat(state.isOver()).isEqualTo(state.next().isEmpty());
        assertThat(in(state).awaitOver(Duration.ZERO)).isEqualTo(state == State.ENDED || state == State.LOST);
    }

    @Test
    void thatACommandHasBegunIsKnownEvenWhenItIsLost() {
        assertThat(in(State.ASKED).hasBegun()).isFalse();
        assertThat(in(State.LOST).awaitStart(Duration.ofMillis(1))).isFalse();
        CommandLifecycle running = in(State.RUNNING);
        running.finish(State.LOST);
        assertThat(running.awaitStart(Duration.ZERO)).isTrue();
    }

    @Test
    void whoAwaitsAStateIsWokenByIt() {
        CommandLifecycle asked = in(State.ASKED);
        CompletableFuture<Thread> waiter = new CompletableFuture<>();
        CompletableFuture<Boolean> reached = CompletableFuture.supplyAsync(() -> {
            waiter.complete(Thread.currentThread());
            return asked.awaitOver(LONG);
        });
        await().until(() -> waiter.join().getState() == Thread.State.TIMED_WAITING);

        asked.begin();
        asked.finish(State.ENDED);

        assertThat(reached.join()).isTrue();
    }

    @Test
    void whoAwaitsAStateThatDoesNotComeIsToldWhenTheTimeIsUp() {
        assertThat(lifecycle.awaitOver(Duration.ofMillis(1))).isFalse();
        assertThat(lifecycle.awaitOver(Duration.ZERO)).isFalse();
    }

    @Test
    void anInterruptionEndsTheWaitAndIsKept() {
        Thread.currentThread().interrupt();
        assertThat(lifecycle.awaitOver(LONG)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whatIsScheduledHappensWhileTheCommandIsNotOver() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        lifecycle.schedule(Duration.ofNanos(1), done::countDown);
        done.await();
    }

    @Test
    void whatIsScheduledIsCancelledByTheEndAndWhatComesLaterIsNotScheduled() {
        var before = lifecycle.schedule(LONG, () -> {});
        lifecycle.finish(State.LOST);
        var after = lifecycle.schedule(LONG, () -> {});
        // One that was cancelled already cannot be silenced a second time.
        assertThat(before.silence()).isFalse();
        assertThat(before.hasRung()).isFalse();
        assertThat(after.silence()).isFalse();
        assertThat(after.hasRung()).isFalse();
    }
}
