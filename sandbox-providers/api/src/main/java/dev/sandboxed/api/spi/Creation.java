package dev.sandboxed.api.spi;

import dev.sandboxed.api.spec.SandboxSpec;

/**
 * A sandbox in the making.
 *
 * @param id the id it will have
 * @param spec what it is made from; already checked against the provider's capabilities
 * @param deadline when the creation must be done
 * @param events where its events are told
 */
public record Creation(String id, SandboxSpec spec, Deadline deadline, Events events) {}
