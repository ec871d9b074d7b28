package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.ExecResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The repository inside of a sandbox: it borrows the objects of another one and shares nothing else with it, so that no
 * command of git in it can change a branch, a setting or an object of the other.
 */
final class PrivateRepository {

    /** Lies beside git's own files, so that it goes into snapshots and comes out of them with the repository. */
    private static final String BASE = ".git/sandboxed-base";

    private static final int LONGEST_COMMIT = 64;
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40," + LONGEST_COMMIT + "}");

    private PrivateRepository() {}

    /**
     * Makes it in a folder, with the files of the commit, no branch checked out, and a copy of every branch and tag.
     *
     * @throws SandboxStartException if git refuses; the message has its own words
     */
    static void make(Git git, SourceRepository source, Path folder) throws IOException {
        Files.createDirectories(folder);
        Git.Place place = source.place().in(folder);
        require(git.run(place, "init", "--quiet", "--template=", "--object-format=" + source.objectFormat()));
        Path own = folder.resolve(".git");
        Files.createDirectories(own.resolve("objects/info"));
        Files.writeString(
                own.resolve("objects/info/alternates"), source.objects().toRealPath() + "\n");
        if (Files.exists(source.shallow())) {
            Files.copy(source.shallow(), own.resolve("shallow"));
        }
        copyRefs(git, source, own.resolve("packed-refs"));
        Files.writeString(own.resolve("config"), """
                [user]
                \tname = Sandbox
                \temail = sandbox@localhost
                [gc]
                \tauto = 0
                """, StandardOpenOption.APPEND);
        require(git.run(place, "update-ref", "--no-deref", "HEAD", source.commit()));
        require(git.run(place, "reset", "--quiet", "--hard"));
        Files.writeString(folder.resolve(BASE), source.commit() + "\n");
    }

    /** There may be many, so they go straight to the file. */
    private static void copyRefs(Git git, SourceRepository source, Path file) {
        require(git.with(Git.Config.OF_THE_USER)
                .run(
                        source.place(),
                        command -> command.stdoutTo(file),
                        "for-each-ref",
                        "--format=%(objectname) %(refname)",
                        "refs/heads",
                        "refs/tags"));
    }

    /** Returns which commit a folder began as; nothing if it lost its repository, as a partial snapshot may have. */
    static Optional<String> baseOf(Path folder) throws IOException {
        Path file = folder.resolve(BASE);
        if (!Files.isDirectory(folder.resolve(".git"), LinkOption.NOFOLLOW_LINKS)
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        // Commands may have written anything there before the snapshot was taken.
        try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            String name = new String(content.readNBytes(LONGEST_COMMIT + 2), StandardCharsets.ISO_8859_1);
            return Optional.of(name.strip()).filter(COMMIT.asMatchPredicate());
        }
    }

    private static void require(ExecResult result) {
        if (!result.succeeded()) {
            throw new SandboxStartException(Fault.of("The worktree cannot be made: '" + result.command() + "' "
                            + result.ending() + ": " + SourceRepository.words(result))
                    .provider(WorktreeProvider.NAME)
                    .remedy("check the repository with git fsck, and that the disk has room"));
        }
    }
}
