package dev.sandboxed.guest.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SharedPauseTests {

    private final List<String> done = new ArrayList<>();
    private boolean refuses;

    private final SharedPause pause = new SharedPause(new SharedPause.Pausable() {
        @Override
        public void pause() throws IOException {
            if (refuses) {
                throw new IOException("it still moves");
            }
            done.add("pause");
        }

        @Override
        public void unpause() {
            done.add("unpause");
        }
    });

    @Test
    void aGuestGoesOnWhenNobodyWantsItPausedAnyMore() throws IOException {
        pause.begin(false);
        pause.begin(true);
        pause.end(false);
        assertThat(done).containsExactly("pause");
        pause.end(true);
        assertThat(done).containsExactly("pause", "unpause");
    }

    @Test
    void aPauseThatFailedDoesNotCount() throws IOException {
        refuses = true;
        assertThatThrownBy(() -> pause.begin(true)).isInstanceOf(IOException.class);
        pause.awaitBriefOnes();
        refuses = false;
        pause.begin(false);
        pause.end(false);
        assertThat(done).containsExactly("pause", "unpause");
    }

    @Test
    void oneThatSomebodyHasToEndIsNotWaitedFor() throws IOException {
        pause.begin(false);
        pause.awaitBriefOnes();
        assertThat(done).containsExactly("pause");
    }

    @Test
    void aBriefOneIsWaitedForEvenByWhoIsInterrupted() throws Exception {
        pause.begin(true);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            pause.awaitBriefOnes();
            interrupted.complete(Thread.currentThread().isInterrupted());
        });
        waiter.start();
        await().until(() -> waiter.getState() == Thread.State.WAITING);
        waiter.interrupt();
        await().until(() -> waiter.getState() == Thread.State.WAITING);
        assertThat(interrupted).isNotDone();
        pause.end(true);
        assertThat(interrupted.join()).isTrue();
        waiter.join();
    }
}
