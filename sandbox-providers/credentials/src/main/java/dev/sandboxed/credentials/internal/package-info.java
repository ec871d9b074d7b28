/**
 * Adds credentials to the requests of a sandbox, outside of it: a server that the sandbox takes for the service, and a client that
 * calls the service.
 */
@NullMarked
package dev.sandboxed.credentials.internal;

import org.jspecify.annotations.NullMarked;
