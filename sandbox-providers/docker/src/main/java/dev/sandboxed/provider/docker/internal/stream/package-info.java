/** Raw streams to processes in containers, which the client library cannot end one way only: it never tells end of file. */
@NullMarked
package dev.sandboxed.provider.docker.internal.stream;

import org.jspecify.annotations.NullMarked;
