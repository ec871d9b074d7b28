package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what a provider tells, in the order it was told. */
public final class EventLog implements SandboxListener {

    private final List<SandboxEvent> events = new CopyOnWriteArrayList<>();

    @Override
    public void on(SandboxEvent event) {
        events.add(event);
    }

    /** Returns everything that was told about a sandbox. */
    public List<SandboxEvent> of(String sandbox) {
        return events.stream()
                .filter(event -> event.at().sandbox().equals(sandbox))
                .toList();
    }

    /** Returns everything that was told. */
    public List<SandboxEvent> all() {
        return List.copyOf(events);
    }
}
