package dev.sandboxed.assertions.internal.message;

import dev.sandboxed.api.CodeRun;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.snapshot.Snapshot;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Where something was asserted: the end of every failure message.
 *
 * @param story what to tell, asked for only when an assertion fails
 * @param mask takes out what must not be told
 */
public record Scene(Supplier<String> story, MessageMask mask) {

    /** Returns nothing: what should be looked at is not there. */
    public static final Scene NOWHERE = new Scene(() -> "", MessageMask.NONE);

    /** Returns of a command; its result tells the sandbox, where it knows it. */
    public static Scene of(ExecResult result) {
        return new Scene(result::describe, MessageMask.of(result));
    }

    /** Returns of code that was run. */
    public static Scene of(CodeRun run) {
        return new Scene(run::describe, MessageMask.of(run.result()));
    }

    /** Returns of a command and the sandbox that it ran in. */
    public static Scene of(ExecResult result, Sandbox sandbox) {
        MessageMask mask = MessageMask.of(sandbox);
        return new Scene(() -> masked(result, mask).describe() + "\n" + describe(sandbox.info()), mask);
    }

    public static Scene of(Sandbox sandbox) {
        return new Scene(() -> describe(sandbox.info()), MessageMask.of(sandbox));
    }

    public static Scene of(Snapshot snapshot) {
        return new Scene(() -> describe(snapshot), MessageMask.NONE);
    }

    /** Completes a message with the story, secrets masked in both, so that it can be printed. */
    public String after(String message) {
        return mask.shown(message + "\n" + story.get());
    }

    /** A description shows the end of an output. Masked only afterwards, it could begin with half a secret. */
    private static ExecResult masked(ExecResult result, MessageMask mask) {
        return new ExecResult(
                result.command(),
                result.ending(),
                masked(result.out(), mask),
                masked(result.err(), mask),
                result.duration());
    }

    /** What was truncated stays as it is: only who truncated it knows how much there was. */
    private static Output masked(Output output, MessageMask mask) {
        return output.truncated() || output.file().isPresent()
                ? output
                : Output.of(mask.apply(output.text()).getBytes(StandardCharsets.UTF_8));
    }

    private static String describe(SandboxInfo info) {
        return "Sandbox " + info.id() + " is " + info.state() + " on provider " + info.provider() + " "
                + info.runsOn().version() + " with isolation " + info.isolation();
    }

    private static String describe(Snapshot snapshot) {
        Snapshot.Origin origin = snapshot.origin();
        return "Snapshot " + snapshot.id() + " of sandbox " + origin.sandbox() + " by provider " + origin.provider()
                + " " + origin.version() + ": " + Plural.of(snapshot.fileCount(), "file") + ", "
                + Plural.of(snapshot.size().bytes(), "byte") + ", tags " + new TreeSet<>(snapshot.tags()) + ", created "
                + snapshot.created();
    }
}
