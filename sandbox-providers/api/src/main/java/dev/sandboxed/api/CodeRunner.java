package dev.sandboxed.api;

import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.code.Code;
import dev.sandboxed.api.code.EscapeAttempt;
import dev.sandboxed.api.code.FileChange;
import dev.sandboxed.api.code.Language;
import dev.sandboxed.api.code.Verdict;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.internal.code.EscapeSigns;
import dev.sandboxed.api.internal.code.Judgement;
import dev.sandboxed.api.internal.code.Workspace;
import dev.sandboxed.api.spec.Network;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Runs code in a sandbox, with nothing but what every sandbox has, and looks at what came of it. */
final class CodeRunner {

    private static final int NOT_FOUND = 127;
    private static final int LONGEST_REASON = 200;

    /** Several may run in one sandbox at once, so no two have the same file. */
    private static final AtomicLong COUNT = new AtomicLong();

    private final Sandbox sandbox;
    private final Code code;

    CodeRunner(Sandbox sandbox, Code code) {
        this.sandbox = sandbox;
        this.code = code;
    }

    CodeRun run() {
        ExecResult found = sandbox.exec(code.lookup());
        if (!found.succeeded()) {
            return withoutInterpreter(found);
        }
        String interpreter = found.stdout()
                .lines()
                .findFirst()
                .orElse(code.language().programs().get(0));
        Path directory = directory();
        Path file = code.fileName()
                .map(name -> workdir().resolve(name))
                .orElseGet(
                        () -> directory.resolve(code.language().fileName("sandboxed-code-" + COUNT.incrementAndGet())));
        sandbox.files().write(file.toString(), code.text());
        try {
            // Relative, since there are sandboxes whose commands see other absolute paths.
            return run(code.command(interpreter, directory.relativize(file).toString()));
        } finally {
            removeUnlessNamed(file);
        }
    }

    private Path workdir() {
        return Path.of(sandbox.spec().workdir());
    }

    /** Returns where the command will start. */
    private Path directory() {
        Optional<String> own = code.command("interpreter", "file").cwd();
        return own.map(workdir()::resolve).orElseGet(this::workdir);
    }

    private CodeRun run(Command command) {
        Look before = code.watchesFiles()
                ? look(() -> Workspace.of(sandbox.files(), sandbox.spec().workdir()))
                : new Look(Optional.empty(), Optional.of("the code says withoutChanges()"));
        Set<Object> earlier = new HashSet<>();
        attempts().forEach(attempt -> earlier.add(target(attempt)));
        ExecResult result = sandbox.exec(command);
        List<NetworkAttempt> attempts = new ArrayList<>(attempts());
        attempts.removeIf(attempt -> earlier.contains(target(attempt)));
        return judged(result, EscapeSigns.of(result, attempts, isConnected()), before);
    }

    private CodeRun judged(ExecResult result, List<EscapeAttempt> escapes, Look before) {
        Judgement judgement = Judgement.of(code, result, escapes);
        List<FileChange> changes = new ArrayList<>();
        Optional<String> unseen = before.failure();
        if (before.workspace().isPresent()) {
            unseen = look(() -> {
                        changes.addAll(before.workspace().get().changes());
                        return before.workspace().get();
                    })
                    .failure();
        }
        return new CodeRun(
                code,
                result,
                judgement.verdict(),
                judgement.reason(),
                changes,
                unseen,
                escapes,
                ifTold(() -> Optional.of(sandbox.usage()), Optional.empty()));
    }

    /** What was seen of the files, or why nothing was. */
    private record Look(Optional<Workspace> workspace, Optional<String> failure) {}

    /** Code can do to its files what it likes: that they cannot be looked at is no reason to have no verdict. */
    private static Look look(Supplier<Workspace> looking) {
        try {
            return new Look(Optional.of(looking.get()), Optional.empty());
        } catch (SandboxFileException e) {
            String why = e.what();
            return new Look(
                    Optional.empty(),
                    Optional.of(why.length() > LONGEST_REASON ? why.substring(0, LONGEST_REASON) + "…" : why));
        }
    }

    private CodeRun withoutInterpreter(ExecResult search) {
        if (search.exitCode() != NOT_FOUND) {
            return judged(search, List.of(), new Look(Optional.empty(), Optional.of("the code was not run")));
        }
        Language language = code.language();
        String reason = "there is none of " + language.programs() + " in the sandbox, "
                + sandbox.spec().image().map(image -> "whose image is " + image).orElse("which has no image")
                + "; install one where its programs come from"
                + language.image().map(image -> ", or use the image " + image).orElse("");
        return new CodeRun(
                code,
                search,
                Verdict.NO_INTERPRETER,
                reason,
                List.of(),
                Optional.of("the code was not run"),
                List.of(),
                Optional.empty());
    }

    /** What cannot be removed is the doing of the code, or the sandbox is gone, which whoever uses it next is told. */
    private void removeUnlessNamed(Path file) {
        if (code.fileName().isEmpty()) {
            try {
                sandbox.files().deleteAll(file.toString());
            } catch (SandboxException e) {
                // It has deleted itself, which the changes tell, or made something else of itself.
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
