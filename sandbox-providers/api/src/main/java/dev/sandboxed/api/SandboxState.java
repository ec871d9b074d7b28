package dev.sandboxed.api;

/** Where a sandbox is in its life. */
public enum SandboxState {
    /** Being made; not handed over yet. */
    CREATING,
    /** Commands run. */
    RUNNING,
    /** Everything inside is held still; commands are refused until it is resumed. */
    STOPPED,
    /** Gone: closed, expired, or dead. */
    DESTROYED
}
