package dev.sandboxed.provider.local.worktree;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.provider.local.internal.worktree.WorktreeProvider;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What was changed in a worktree since its sandbox was made, committed or not. New files count, unless git ignores them.
 *
 * @param files the changed files in the order of their names
 * @param patch the whole change, for {@code git apply}; its bytes are exact where a file is not UTF-8
 */
public record WorktreeChanges(List<ChangedFile> files, Output patch) {

    private static final DataSize LARGEST = DataSize.ofMebibytes(64);
    private static final int NO_BASE = 64;

    /**
     * Git runs inside, where the settings that the sandbox may have given itself can do no more harm than its commands. It
     * looks at the files with an index and objects of its own: those of the sandbox stay as they are, and files that its
     * index was told to overlook are seen. Names first, then an empty name, then the patch.
     */
    private static final String SCRIPT = """
            base=${%s:-}
            [ -n "$base" ] || exit %d
            scratch=$(mktemp -d) || exit
            trap 'rm -rf "$scratch"' EXIT
            mkdir "$scratch/objects" || exit
            export GIT_DIR=.git GIT_WORK_TREE=. GIT_INDEX_FILE="$scratch/index" GIT_OBJECT_DIRECTORY="$scratch/objects"
            export GIT_ALTERNATE_OBJECT_DIRECTORIES=.git/objects
            look() { git -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.quotePath=true "$@"; }
            compare() { look diff-index --cached --no-renames "$@" "$base"; }
            look read-tree "$base" && look add --all . && compare --name-status -z && printf '\\0' &&
                compare --patch --binary --full-index --no-color --no-ext-diff --no-textconv --src-prefix=a/ --dst-prefix=b/
            """.formatted(WorktreeProvider.BASE_VARIABLE, NO_BASE);

    /** What happened to a file. */
    public enum Kind {
        ADDED('A'),
        MODIFIED('M'),
        DELETED('D'),
        /** A file became a link, or the other way round. */
        RETYPED('T');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        private static Optional<Kind> of(String status) {
            return Arrays.stream(values())
                    .filter(kind -> status.equals(String.valueOf(kind.letter)))
                    .findFirst();
        }
    }

    /**
     * A file that is not as it was.
     *
     * @param path relative to the workdir
     * @param kind what happened to it
     */
    public record ChangedFile(String path, Kind kind) {}

    public WorktreeChanges {
        files = List.copyOf(files);
    }

    /**
     * Looks at the worktree of a sandbox, whoever wraps it.
     *
     * @throws IllegalArgumentException if the sandbox is not one of the provider {@code worktree}, or was restored from a
     *     snapshot that left out its {@code .git}
     * @throws dev.sandboxed.api.exec.ExecFailedException if git fails, for example because {@code .git} was damaged inside
     * @throws SandboxTransportException if something else than git has answered
     * @throws ResourceLimitException if the patch is larger than 64 MiB
     */
    public static WorktreeChanges of(Sandbox sandbox) {
        ExecResult result = sandbox.exec(Command.shell(SCRIPT).outputLimit(LARGEST));
        if (result.exitCode() == NO_BASE) {
            throw new IllegalArgumentException("Sandbox '" + sandbox.id() + "' of provider '"
                    + sandbox.info().provider() + "' does not know the commit it began as ("
                    + WorktreeProvider.BASE_VARIABLE
                    + " is not set); use one of provider '" + WorktreeProvider.NAME
                    + "', and snapshots with its .git folder");
        }
        result.orThrow();
        if (result.truncated()) {
            throw new ResourceLimitException(
                    Resource.MEMORY,
                    LARGEST.toString(),
                    DataSize.ofBytes(result.out().written()).toString(),
                    Fault.of("The changes have " + result.out().written() + " bytes, more than the " + LARGEST
                                    + " that are held in memory")
                            .provider(WorktreeProvider.NAME)
                            .sandbox(sandbox.id())
                            .remedy("let git diff --binary $" + WorktreeProvider.BASE_VARIABLE
                                    + " run inside with Command.stdoutTo, or have git ignore what is generated"));
        }
        return parse(result.stdoutBytes())
                .orElseThrow(() -> new SandboxTransportException(
                        Fault.of("What git inside tells of the changes is no list of them; it has "
                                        + result.out().written() + " bytes")
                                .provider(WorktreeProvider.NAME)
                                .sandbox(sandbox.id())
                                .remedy("look which git runs there (command -v git), and whether it was replaced")));
    }

    /** Code inside may have put anything in the place of git; empty if that is what speaks. */
    private static Optional<WorktreeChanges> parse(byte[] told) {
        List<ChangedFile> files = new ArrayList<>();
        int at = 0;
        while (at < told.length && told[at] != 0) {
            int afterStatus = end(told, at);
            int afterPath = end(told, afterStatus + 1);
            if (afterPath >= told.length) {
                return Optional.empty();
            }
            Optional<Kind> kind = Kind.of(text(told, at, afterStatus));
            if (kind.isEmpty()) {
                return Optional.empty();
            }
            files.add(new ChangedFile(text(told, afterStatus + 1, afterPath), kind.get()));
            at = afterPath + 1;
        }
        return at < told.length
                ? Optional.of(new WorktreeChanges(files, Output.of(Arrays.copyOfRange(told, at + 1, told.length))))
                : Optional.empty();
    }

    private static int end(byte[] told, int from) {
        int at = from;
        while (at < told.length && told[at] != 0) {
            at++;
        }
        return at;
    }

    private static String text(byte[] told, int from, int to) {
        return new String(told, from, to - from, StandardCharsets.UTF_8);
    }

    /** Returns whether nothing was changed. */
    public boolean isEmpty() {
        return files.isEmpty();
    }
}
