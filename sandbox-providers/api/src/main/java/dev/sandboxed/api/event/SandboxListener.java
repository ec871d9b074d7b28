package dev.sandboxed.api.event;

/**
 * Told what happens to sandboxes, on the thread where it happens. It must be quick; whatever it throws is logged and harms
 * nobody.
 *
 * <p>Those that are named in {@code META-INF/services/dev.sandboxed.api.event.SandboxListener} are found on the class path and
 * told about the sandboxes of tests, of {@code Sandboxes} and of the command line.
 */
@FunctionalInterface
public interface SandboxListener {

    /** Nobody listens. */
    SandboxListener SILENT = event -> {};

    void on(SandboxEvent event);
}
