package dev.sandboxed.testkit;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.spec.SandboxSpec;

/** Something that was asked of a mock. Calls that the API refuses before they reach a provider are not among them. */
public sealed interface Call {

    /** A creation was asked for, whatever came of it. */
    record Create(SandboxSpec spec) implements Call {}

    /** A sandbox was asked for with the files of a snapshot. */
    record Restore(String snapshot, SandboxSpec spec) implements Call {}

    /** A command was run to its end. */
    record Exec(String sandbox, Command command) implements Call {}

    /** A command was started. */
    record Start(String sandbox, Command command) implements Call {}

    /** The standard input of a started command was closed after this text. */
    record Stdin(String sandbox, Command command, String text) implements Call {}

    /** A started command was sent a signal; killing it is one too. */
    record Signaled(String sandbox, Command command, Signal signal) implements Call {}

    /**
     * A file was touched.
     *
     * @param sandbox id of the sandbox
     * @param operation name of the method of {@code SandboxFiles}
     * @param path the path as it was given
     */
    record File(String sandbox, String operation, String path) implements Call {}

    /** A sandbox was stopped. */
    record Stop(String sandbox) implements Call {}

    /** A sandbox was resumed. */
    record Resume(String sandbox) implements Call {}

    /** A snapshot was taken. */
    record Save(String sandbox) implements Call {}

    /** A sandbox was destroyed: closed, expired or dead. */
    record Destroy(String sandbox) implements Call {}
}
