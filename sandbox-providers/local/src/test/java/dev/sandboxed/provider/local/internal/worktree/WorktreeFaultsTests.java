package dev.sandboxed.provider.local.internal.worktree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.provider.local.worktree.WorktreeChanges;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorktreeFaultsTests extends WithRepository {

    @AfterEach
    void nothingIsLeft() {
        assertThat(provider.list()).isEmpty();
        for (String folder : new String[] {"sandboxes", "records"}) {
            assertThat(temporary.resolve("state").resolve(folder))
                    .satisfiesAnyOf(
                            path -> assertThat(path).doesNotExist(),
                            path -> assertThat(path).isEmptyDirectory());
        }
    }

    @Test
    void folderOutsideOfAnyRepository() throws Exception {
        Path plain = Files.createDirectory(temporary.resolve("plain"));
        assertThatThrownBy(() -> create("repository", plain.toString()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("'" + plain + "' is not usable as a git repository: fatal: not a git repository")
                .hasMessageContaining("sandbox.worktree.repository");
    }

    @Test
    void folderThatDoesNotExist() {
        assertThatThrownBy(
                        () -> create("repository", temporary.resolve("nowhere").toString()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("nowhere' does not exist or is no folder");
    }

    @Test
    void unknownRevision() {
        assertThatThrownBy(() -> create("revision", "nowhere"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("has no revision 'nowhere'")
                .hasMessageContaining("log --all --oneline");
    }

    @Test
    void revisionThatIsAnOption() {
        assertThatThrownBy(() -> create("revision", "--git-dir"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("begins with a dash");
    }

    @Test
    void repositoryWithoutACommit() throws Exception {
        TestRepository empty = TestRepository.empty(temporary.resolve("empty"));
        assertThatThrownBy(() -> create("repository", empty.folder().toString()))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("has no revision 'HEAD'");
    }

    @Test
    void repositoryThatLostAnObject() throws Exception {
        String blob = repository.git("rev-parse", "HEAD:readme.txt");
        Files.delete(repository.folder().resolve(".git/objects/" + blob.substring(0, 2) + "/" + blob.substring(2)));
        assertThatThrownBy(this::create)
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("The worktree cannot be made")
                .hasMessageContaining(blob)
                .hasMessageContaining("git fsck");
    }

    @Test
    void unknownOption() {
        assertThatThrownBy(() -> create("revison", "v1"))
                .isInstanceOf(SandboxStartException.class)
                .hasMessageContaining("[repository, revision]");
    }

    @Test
    void missingGitIsTheProvidersFault() {
        try (WorktreeProvider without = provider(temporary.resolve("state"), Map.of("git", "/nowhere/git"))) {
            assertThat(without.status()).isInstanceOfSatisfying(ProviderStatus.Unavailable.class, status -> {
                assertThat(status.reason()).contains("/nowhere/git");
                assertThat(status.remedy()).contains("apt-get install git");
            });
            assertThatThrownBy(() -> without.create(SandboxSpec.defaults()))
                    .isInstanceOf(ProviderUnavailableException.class)
                    .hasMessageContaining("apt-get install git");
        }
    }

    @Test
    void oldGitIsTooOld() throws Exception {
        Path old = program("echo git version 2.30.2");
        try (WorktreeProvider outdated = provider(temporary.resolve("state"), Map.of("git", old.toString()))) {
            assertThat(outdated.status())
                    .isInstanceOfSatisfying(
                            ProviderStatus.Unavailable.class,
                            status -> assertThat(status.reason()).isEqualTo("git 2.30.2 is too old"));
        }
    }

    @Test
    void gitThatHangsIsGivenUpAtTheDeadline() throws Exception {
        Path hanging = program("exec sleep 300");
        try (WorktreeProvider slow = provider(temporary.resolve("state"), Map.of("git", hanging.toString()))) {
            SandboxSpec spec =
                    SandboxSpec.builder().startupTimeout(Duration.ofMillis(300)).build();
            assertThatThrownBy(() -> slow.create(spec))
                    .isInstanceOf(SandboxStartException.class)
                    .hasMessageContaining("the time ran out at: git rev-parse");
        }
    }

    private Path program(String script) throws IOException {
        Path file = Files.writeString(temporary.resolve("git"), "#!/bin/sh\n" + script + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void gitThatTellsNonsenseInsideIsNotTrusted() {
        for (String lie : new String[] {"A", "Q\\0file\\0\\0", "A\\0", "A\\0file"}) {
            try (Sandbox sandbox = create()) {
                Path fake = Path.of(sandbox.info().nativeId(), "fake");
                sandbox.files().write("/fake/git", "#!/bin/sh\nprintf '" + lie + "'\n");
                sandbox.files().chmod("/fake/git", 0755);
                assertThatThrownBy(() -> WorktreeChanges.of(withPath(sandbox, fake)))
                        .isInstanceOf(SandboxException.class)
                        .hasMessageContaining("git");
            }
        }
    }

    private static Sandbox withPath(Sandbox sandbox, Path first) {
        return new ForwardingSandbox(sandbox) {
            @Override
            public ExecResult exec(Command command) {
                return super.exec(command.env("PATH", first + ":/usr/bin:/bin"));
            }
        };
    }

    @Test
    void fileOfEightGibibytesForTheNameOfACommitWasReadIntoMemory() throws Exception {
        Path file = Files.createDirectories(temporary.resolve("restored/.git")).resolve("sandboxed-base");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(8L << 30);
        }
        assertThat(PrivateRepository.baseOf(temporary.resolve("restored"))).isEmpty();
    }
}
