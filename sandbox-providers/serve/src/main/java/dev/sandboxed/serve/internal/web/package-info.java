/** Serves HTTP on the loopback interface: listeners, routes, bodies and their bounds. */
@NullMarked
package dev.sandboxed.serve.internal.web;

import org.jspecify.annotations.NullMarked;
