package dev.sandboxed.api.spi;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Keeps events, and lets a test wait for the end of a sandbox. */
final class EventLog implements SandboxListener {

    private final List<SandboxEvent> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch destroyed = new CountDownLatch(1);

    @Override
    public void on(SandboxEvent event) {
        events.add(event);
        if (event instanceof SandboxEvent.Destroyed) {
            destroyed.countDown();
        }
    }

    List<SandboxEvent> events() {
        return events;
    }

    List<String> kinds() {
        return events.stream().map(event -> event.getClass().getSimpleName()).toList();
    }

    boolean awaitDestroyed() throws InterruptedException {
        return destroyed.await(20, TimeUnit.SECONDS);
    }
}
