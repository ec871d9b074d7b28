package dev.sandboxed.provider.local.internal.worktree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.local.worktree.WorktreeChanges;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorktreeTests extends WithRepository {

    @Test
    void workdirHasTheFilesOfTheNewestCommit() {
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.files().readText("readme.txt")).isEqualTo("second\n");
            assertThat(sh(sandbox, "./run.sh")).isEqualTo("ran");
            assertThat(sh(sandbox, "readlink readme-link")).isEqualTo("readme.txt");
            assertThat(sh(sandbox, "git status --porcelain")).isEmpty();
        }
    }

    @Test
    void whatWasNotCommittedStaysInTheRepository() throws Exception {
        Files.writeString(repository.folder().resolve("readme.txt"), "half done\n");
        Files.writeString(repository.folder().resolve("new.txt"), "new\n");
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.files().readText("readme.txt")).isEqualTo("second\n");
            assertThat(sandbox.files().exists("new.txt")).isFalse();
        }
    }

    @Test
    void revisionIsTakenFromTheSpecAndElseFromTheSettings() {
        try (Sandbox sandbox = create("revision", "v1")) {
            assertThat(sandbox.files().readText("readme.txt")).isEqualTo("first\n");
        }
        try (WorktreeProvider older = provider(temporary.resolve("other"), Map.of("revision", "main~1"));
                Sandbox sandbox = older.create(SandboxSpec.defaults())) {
            assertThat(sandbox.files().readText("readme.txt")).isEqualTo("first\n");
        }
    }

    @Test
    void repositoryIsTakenFromTheSpecAsWell() throws Exception {
        TestRepository other = TestRepository.empty(temporary.resolve("other"));
        Files.writeString(other.folder().resolve("other.txt"), "other\n");
        other.commit("only");
        try (Sandbox sandbox = create("repository", other.folder().toString())) {
            assertThat(sandbox.files().readText("other.txt")).isEqualTo("other\n");
        }
    }

    @Test
    void folderInsideOfTheRepositoryNamesItToo() throws Exception {
        Path below = Files.createDirectories(repository.folder().resolve("some/folder"));
        try (Sandbox sandbox = create("repository", below.toString())) {
            assertThat(sandbox.files().readText("readme.txt")).isEqualTo("second\n");
        }
    }

    @Test
    void historyBranchesAndTagsAreThere() {
        try (Sandbox sandbox = create()) {
            assertThat(sh(sandbox, "git log --format=%s")).isEqualTo("two\none");
            assertThat(sh(sandbox, "git for-each-ref --format='%(refname:short)' refs/heads"))
                    .isEqualTo("main\nside");
            assertThat(sh(sandbox, "git describe --tags v1")).isEqualTo("v1");
            assertThat(sh(sandbox, "git symbolic-ref --quiet HEAD || echo detached"))
                    .isEqualTo("detached");
            assertThat(sh(sandbox, "git remote")).isEmpty();
        }
    }

    @Test
    void anotherWorkdirIsTheWorktreeThen() {
        for (String workdir : new String[] {"/deep/in/side", "/"}) {
            try (Sandbox sandbox =
                    provider.create(SandboxSpec.builder().workdir(workdir).build())) {
                assertThat(sandbox.files().readText("readme.txt")).isEqualTo("second\n");
                assertThat(sh(sandbox, "mkdir -p sub && cd sub && git show HEAD:readme.txt"))
                        .isEqualTo("second");
            }
        }
    }

    @Test
    void commandsHaveAHomeThatIsNotPartOfTheWork() {
        try (Sandbox sandbox = create()) {
            assertThat(sh(sandbox, "git config --global a.b c && cd && pwd")).endsWith("/home");
            assertThat(WorktreeChanges.of(sandbox).isEmpty()).isTrue();
        }
    }

    @Test
    void bareShallowAndLinkedRepositoriesServeAsWell() throws Exception {
        Path bare = temporary.resolve("bare.git");
        repository.git("clone", "--quiet", "--bare", ".", bare.toString());
        Path shallow = temporary.resolve("shallow");
        repository.git("clone", "--quiet", "--depth=1", "file://" + repository.folder(), shallow.toString());
        Path linked = temporary.resolve("linked");
        repository.git("worktree", "add", "--quiet", "--detach", linked.toString());
        for (Path source : new Path[] {bare, shallow, linked}) {
            try (Sandbox sandbox = create("repository", source.toString())) {
                assertThat(sandbox.files().readText("readme.txt")).isEqualTo("second\n");
                assertThat(sh(sandbox, "git log --format=%s && git fsck --no-dangling"))
                        .startsWith("two");
            }
        }
    }

    @Test
    void submodulesStayEmptyFolders() throws Exception {
        TestRepository part = TestRepository.in(temporary.resolve("part"));
        repository.git(
                "-c",
                "protocol.file.allow=always",
                "submodule",
                "--quiet",
                "add",
                part.folder().toString(),
                "part");
        repository.commit("with a submodule");
        try (Sandbox sandbox = create()) {
            assertThat(sandbox.files().list("part")).isEmpty();
            assertThat(WorktreeChanges.of(sandbox).isEmpty()).isTrue();
        }
    }

    @Test
    void restoredWorktreeRemembersWhatItBeganAs() {
        try (Sandbox sandbox = create()) {
            sh(sandbox, "echo third >readme.txt && git commit --quiet --all --message three");
            Snapshot snapshot = sandbox.snapshot(SnapshotOptions.ALL);
            try (Sandbox restored = provider.snapshots().restore(snapshot, SandboxSpec.defaults())) {
                assertThat(sh(restored, "git log -1 --format=%s")).isEqualTo("three");
                assertThat(WorktreeChanges.of(restored).files())
                        .containsExactly(new WorktreeChanges.ChangedFile("readme.txt", WorktreeChanges.Kind.MODIFIED));
            }
        }
    }

    @Test
    void statusTellsTheVersionOfGit() {
        assertThat(provider.status())
                .isInstanceOfSatisfying(
                        ProviderStatus.Available.class,
                        status -> assertThat(repository.git("--version"))
                                .contains(status.details().get("git")));
    }
}
