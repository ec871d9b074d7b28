package dev.sandboxed.api;

import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.EscapeAttempt;
import dev.sandboxed.api.code.FileChange;
import dev.sandboxed.api.code.Language;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.error.SandboxFileNotFoundException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.internal.code.EscapeSigns;
import dev.sandboxed.api.internal.code.Judgement;
import dev.sandboxed.api.internal.code.Workspace;
import dev.sandboxed.api.spec.Network;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Runs code in a sandbox, with nothing but what every sandbox has, and looks at what came of it. */
final class CodeRunner {

    /** Several may run in one sandbox at once, so no two have the same file. */
    private static final AtomicLong COUNT = new AtomicLong();

    private final Sandbox sandbox;

    CodeRunner(Sandbox sandbox) {
        this.sandbox = sandbox;
    }

    CodeRun run(Code code) {
        ExecResult found = sandbox.exec(code.language().lookup());
        if (!found.succeeded()) {
            return withoutInterpreter(code, found);
        }
        String interpreter = found.stdout().lines().findFirst().orElseThrow();
        String file = code.fileName().orElseGet(() -> code.language().fileName("code-" + COUNT.incrementAndGet()));
        sandbox.files().write(file, code.text());
        try {
            CodeRun run = run(code, interpreter, file);
            removeUnlessNamed(code, file);
            return run;
        } catch (RuntimeException e) {
            try {
                removeUnlessNamed(code, file);
            } catch (RuntimeException alsoFailed) {
                e.addSuppressed(alsoFailed);
            }
            throw e;
        }
    }

    private CodeRun run(Code code, String interpreter, String file) {
        Optional<Workspace> before = code.watchesFiles()
                ? Optional.of(Workspace.of(sandbox.files(), sandbox.spec().workdir()))
                : Optional.empty();
        Set<Object> earlier = new HashSet<>();
        attempts().forEach(attempt -> earlier.add(target(attempt)));
        ExecResult result = sandbox.exec(code.command(interpreter, file));
        List<NetworkAttempt> attempts = new ArrayList<>(attempts());
        attempts.removeIf(attempt -> earlier.contains(target(attempt)));
        List<FileChange> changes = before.map(Workspace::changes).orElse(List.of());
        List<EscapeAttempt> escapes = EscapeSigns.of(result, attempts, isConnected());
        Judgement judgement = Judgement.of(code, result, escapes);
        return new CodeRun(
                code,
                result,
                judgement.verdict(),
                judgement.reason(),
                changes,
                escapes,
                ifTold(() -> Optional.of(sandbox.usage()), Optional.empty()));
    }

    private CodeRun withoutInterpreter(Code code, ExecResult search) {
        Language language = code.language();
        String reason = "there is none of " + language.programs() + " in the sandbox, "
                + sandbox.spec().image().map(image -> "whose image is " + image).orElse("which has no image")
                + "; install one where its programs come from"
                + language.image().map(image -> ", or use the image " + image).orElse("");
        return new CodeRun(code, search, Verdict.NO_INTERPRETER, reason, List.of(), List.of(), Optional.empty());
    }

    private void removeUnlessNamed(Code code, String file) {
        if (code.fileName().isEmpty()) {
            try {
                sandbox.files().delete(file);
            } catch (SandboxFileNotFoundException gone) {
                // The code has deleted itself, which the changes tell.
            }
        }
    }

    private boolean isConnected() {
        return sandbox.spec()
                .network()
                .filter(policy -> policy.network() == Network.FULL)
                .isPresent();
    }

    private List<NetworkAttempt> attempts() {
        return ifTold(sandbox::networkAttempts, List.of());
    }

    private static Object target(NetworkAttempt attempt) {
        return List.of(attempt.kind(), attempt.host(), attempt.address(), attempt.port());
    }

    /** What a provider does not tell is not known, and no reason to fail. */
    private static <T> T ifTold(Supplier<T> question, T otherwise) {
        try {
            return question.get();
        } catch (UnsupportedCapabilityException notDeclared) {
            return otherwise;
        }
    }
}
