package dev.sandboxed.wire.internal;

/**
 * Where a port of a sandbox is reached.
 *
 * @param host a name or an address
 */
public record Place(String host, int port) {}
