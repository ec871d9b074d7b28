/**
 * Commands in a guest that has a POSIX shell. A supervisor, a script of ours, runs inside and is asked for one command after
 * the other, so that what a runtime takes to start a process is paid once and ahead of time.
 */
@NullMarked
package dev.sandboxed.guest.exec;

import org.jspecify.annotations.NullMarked;
