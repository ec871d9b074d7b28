package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.ExecResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The repository that a sandbox is made from, and the commit in it. It is only ever read.
 *
 * @param place where git runs to read it
 * @param objects the folder of its objects
 * @param shallow the file that says where its history was cut off; mostly there is none
 * @param objectFormat what its objects are named with, such as {@code sha1}
 * @param commit the full name of the commit
 */
record SourceRepository(Git.Place place, Path objects, Path shallow, String objectFormat, String commit) {

    /**
     * Looks for the repository that a folder lies in, and for a revision in it. Bare ones will do.
     *
     * @throws SandboxStartException if there is no such folder, repository or revision; the message has git's own words
     * @throws ProviderUnavailableException if git cannot be run
     */
    static SourceRepository find(Git git, Git.Place place, String revision) {
        Path folder = place.folder();
        if (!Files.isDirectory(folder)) {
            throw new SandboxStartException(Fault.of("The repository '" + folder + "' does not exist or is no folder")
                    .provider(WorktreeProvider.NAME)
                    .remedy(WorktreeOptions.REMEDY));
        }
        ExecResult found =
                git.run(place, "rev-parse", "--git-path", "objects", "--git-path", "shallow", "--show-object-format");
        if (found.exitCode() == 126 || found.exitCode() == 127) {
            throw new ProviderUnavailableException(Fault.of("git cannot be run: " + words(found))
                    .provider(WorktreeProvider.NAME)
                    .remedy(WorktreeProvider.REMEDY));
        }
        if (!found.succeeded()) {
            throw new SandboxStartException(
                    Fault.of("'" + folder + "' is not usable as a git repository: " + words(found))
                            .provider(WorktreeProvider.NAME)
                            .remedy(WorktreeOptions.REMEDY));
        }
        List<String> lines = found.stdout().lines().toList();
        return new SourceRepository(
                place,
                folder.resolve(lines.get(0)),
                folder.resolve(lines.get(1)),
                lines.get(2),
                resolve(git, place, revision));
    }

    /** A revision that looks like an option would be taken for one. */
    private static String resolve(Git git, Git.Place place, String revision) {
        if (revision.isBlank() || revision.startsWith("-")) {
            throw unknown(place, revision, "it is empty or begins with a dash");
        }
        ExecResult commit = git.run(place, "rev-parse", "--verify", revision + "^{commit}");
        if (!commit.succeeded()) {
            throw unknown(place, revision, words(commit));
        }
        return commit.stdout().strip();
    }

    private static SandboxStartException unknown(Git.Place place, String revision, String why) {
        return new SandboxStartException(
                Fault.of("The repository '" + place.folder() + "' has no revision '" + revision + "': " + why)
                        .provider(WorktreeProvider.NAME)
                        .remedy("name a commit, branch or tag that it has; git -C '" + place.folder()
                                + "' log --all --oneline shows them"));
    }

    /** Returns what git says went wrong, on one line. */
    static String words(ExecResult result) {
        String said = result.stderr().strip().replaceAll("\\s*\\n\\s*", " ");
        return said.isEmpty() ? "git " + result.ending() : said;
    }
}
