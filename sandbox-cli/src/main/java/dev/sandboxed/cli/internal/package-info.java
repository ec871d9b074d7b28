/** The command line: runs a command in a sandbox, examines providers, sweeps what was left behind. */
@NullMarked
package dev.sandboxed.cli.internal;

import org.jspecify.annotations.NullMarked;
