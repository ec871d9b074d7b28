package dev.sandboxed.core;

import dev.sandboxed.api.Sandbox;

/**
 * A sandbox, and how its provider came to be chosen.
 *
 * @param sandbox the sandbox; whoever asked for it closes it
 * @param selection the provider that made it, with all that were passed over
 */
public record SelectedSandbox(Sandbox sandbox, Selection selection) {}
