package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.internal.text.HarmlessText;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.junit.InsideSandboxException;
import dev.sandboxed.junit.internal.guest.Inside;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What a test left inside, told here. */
final class Homecoming {

    private static final DataSize MOST_EVENTS = DataSize.ofMebibytes(8);

    private final ExtensionContext context;
    private final Sandbox sandbox;
    private final ExecResult result;

    Homecoming(ExtensionContext context, Sandbox sandbox, ExecResult result) {
        this.context = context;
        this.sandbox = sandbox;
        this.result = result;
    }

    /** Reports what was reported inside, and throws what stands for the failure there. */
    void arrive() throws Throwable {
        Events events = Events.read(text(), sandbox.spec().hidden());
        events.entries().forEach(context::publishReportEntry);
        Attachments attachments = new Attachments(context, sandbox);
        events.files().forEach(attachments::bring);
        Throwable failure = events.failure();
        if (!events.isComplete()) {
            throw unfinished(failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private String text() {
        try {
            return new String(sandbox.files().readBytes(Inside.EVENTS, MOST_EVENTS), StandardCharsets.UTF_8);
        } catch (SandboxFileNotFoundException e) {
            return "";
        } catch (SandboxException e) {
            throw unreadable(e);
        }
    }

    private InsideSandboxException unreadable(SandboxException e) {
        return new InsideSandboxException(Fault.of("What the test left inside cannot be read: " + e.what())
                .provider(sandbox.info().provider())
                .sandbox(sandbox.id())
                .remedy(e.remedy().orElse(null))
                .cause(e));
    }

    private InsideSandboxException unfinished(@Nullable Throwable failure) {
        String remedy = switch (result.outcome()) {
            case TIMED_OUT ->
                "allow more time with @Sandboxed(timeout = …) or sandbox.timeout, if the test deserves it";
            case OUT_OF_MEMORY -> "allow more memory with @Sandboxed(memory = …), if the test deserves it";
            case EXITED -> "look for System.exit or Runtime.halt in the test and what it calls";
            default -> null;
        };
        String ended = "The JVM inside has ended before the test did. " + HarmlessText.of(result.describe());
        return new InsideSandboxException(Fault.of(ended).remedy(remedy).cause(failure));
    }
}
