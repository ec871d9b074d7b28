package dev.sandboxed.cli;

/** A command that can be asked to tell more. */
interface VerboseCommand {

    boolean isVerbose();
}
