package dev.sandboxed.api.event;

/** Told what happens to sandboxes, on the thread where it happens; must be quick and not throw. */
@FunctionalInterface
public interface SandboxListener {

    /** Nobody listens. */
    SandboxListener SILENT = event -> {};

    void on(SandboxEvent event);
}
