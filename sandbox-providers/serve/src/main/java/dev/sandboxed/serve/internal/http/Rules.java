package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.limit.DataSize;
import java.time.Duration;

/**
 * What a server allows.
 *
 * @param sandboxes how many may be there at once, of all clients
 * @param lease how long the sandboxes of a client stay that does not ask for anything
 * @param longestCommand how long a command may run at most
 * @param largestFile how long the body of a request may be that is a file
 * @param hostImages whether images may be folders and archives of this host
 */
public record Rules(int sandboxes, Duration lease, Duration longestCommand, DataSize largestFile, boolean hostImages) {}
