package dev.sandboxed.provider.local.internal.worktree;

import static dev.sandboxed.provider.local.worktree.WorktreeChanges.Kind.ADDED;
import static dev.sandboxed.provider.local.worktree.WorktreeChanges.Kind.DELETED;
import static dev.sandboxed.provider.local.worktree.WorktreeChanges.Kind.MODIFIED;
import static dev.sandboxed.provider.local.worktree.WorktreeChanges.Kind.RETYPED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.ExecFailedException;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.provider.local.internal.subprocess.SubprocessProvider;
import dev.sandboxed.provider.local.worktree.WorktreeChanges;
import dev.sandboxed.provider.local.worktree.WorktreeChanges.ChangedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorktreeChangesTests extends WithRepository {

    @Test
    void freshWorktreeHasNone() {
        try (Sandbox sandbox = create()) {
            WorktreeChanges changes = WorktreeChanges.of(sandbox);
            assertThat(changes.isEmpty()).isTrue();
            assertThat(changes.patch().text()).isEmpty();
        }
    }

    /** The snippet of docs/providers.md. */
    @Test
    void whatChangedIsToldAsFilesAndAsAPatch() {
        try (Sandbox sandbox = create()) {
            sh(sandbox, "echo third >readme.txt");
            WorktreeChanges changes = WorktreeChanges.of(sandbox);
            // What was added, changed or deleted since, committed or not.
            List<ChangedFile> files = changes.files();
            // All of it, for git apply.
            String patch = changes.patch().text();
            assertThat(files).containsExactly(new ChangedFile("readme.txt", MODIFIED));
            assertThat(patch).contains("+third\n");
        }
    }

    @Test
    void everyKindOfChangeIsNamed() {
        try (Sandbox sandbox = create()) {
            sh(
                    sandbox,
                    "echo third >readme.txt && rm run.sh && rm readme-link && echo x >readme-link && echo n >'new\nname'");
            assertThat(WorktreeChanges.of(sandbox).files())
                    .extracting(ChangedFile::path, ChangedFile::kind)
                    .containsExactly(
                            tuple("new\nname", ADDED),
                            tuple("readme-link", RETYPED),
                            tuple("readme.txt", MODIFIED),
                            tuple("run.sh", DELETED));
        }
    }

    @Test
    void patchMakesTheSameTreeOfTheRepository() throws Exception {
        try (Sandbox sandbox = create()) {
            sh(sandbox, """
                    printf 'caf\\351 \\377\\n' >latin.txt
                    head -c 5000 /dev/urandom >binary.dat
                    mkdir -p deep/er && echo new >"deep/er/spaced ümlaut" && ln -s nowhere dangling
                    mv run.sh moved.sh && chmod 644 moved.sh && : >empty
                    printf 'no newline' >readme.txt""");
            Path patch = Files.write(
                    temporary.resolve("the.patch"),
                    WorktreeChanges.of(sandbox).patch().bytes());
            repository.git("apply", "--index", patch.toString());
            sh(sandbox, "git add --all");
            assertThat(repository.git("write-tree")).isEqualTo(sh(sandbox, "git write-tree"));
        }
    }

    @Test
    void commitsCountLikeAnythingElse() {
        try (Sandbox sandbox = create()) {
            sh(sandbox, "echo third >readme.txt && git commit --quiet --all --message three && echo n >new.txt");
            assertThat(WorktreeChanges.of(sandbox).files())
                    .containsExactly(new ChangedFile("new.txt", ADDED), new ChangedFile("readme.txt", MODIFIED));
            assertThat(WorktreeChanges.of(sandbox).patch().text()).contains("-second\n+third\n");
        }
    }

    @Test
    void ignoredFilesAreLeftOut() {
        try (Sandbox sandbox = create()) {
            sh(sandbox, "echo '*.class' >.gitignore && touch A.class && echo x >B.java");
            assertThat(WorktreeChanges.of(sandbox).files())
                    .containsExactly(new ChangedFile(".gitignore", ADDED), new ChangedFile("B.java", ADDED));
        }
    }

    @Test
    void lookingChangesNothing() {
        try (Sandbox sandbox = create()) {
            sh(sandbox, "echo n >new.txt && echo third >readme.txt && git add readme.txt");
            String look = "git status --porcelain; find .git \"$TMPDIR\" | sort";
            String before = sh(sandbox, look);
            assertThat(WorktreeChanges.of(sandbox).files()).hasSize(2);
            assertThat(sh(sandbox, look)).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git update-index --assume-unchanged readme.txt",
                "git update-index --skip-worktree readme.txt",
                "git config core.worktree /tmp",
                "git config diff.noprefix true; git config color.ui always; git config diff.external /bin/true",
                "git checkout --quiet --orphan other",
                "rm .git/index",
            })
    void cannotBeHiddenByWhatGitIsTold(String trick) {
        try (Sandbox sandbox = create()) {
            sh(sandbox, trick + "; echo hidden >readme.txt");
            WorktreeChanges changes = WorktreeChanges.of(sandbox);
            assertThat(changes.files()).containsExactly(new ChangedFile("readme.txt", MODIFIED));
            assertThat(changes.patch().text())
                    .startsWith("diff --git a/readme.txt b/readme.txt\n")
                    .contains("+hidden");
        }
    }

    @Test
    void wrappedHandleWillDo() {
        try (Sandbox sandbox = new ForwardingSandbox(create()) {}) {
            sandbox.files().write("new.txt", "new");
            assertThat(WorktreeChanges.of(sandbox).files()).hasSize(1);
        }
    }

    @Test
    void sandboxOfAnotherProviderIsRefused() {
        try (SubprocessProvider other = new SubprocessProvider(ProviderContext.in(temporary.resolve("other")));
                Sandbox sandbox = other.create(SandboxSpec.defaults())) {
            assertThatThrownBy(() -> WorktreeChanges.of(sandbox))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("of provider 'subprocess' does not know the commit it began as");
        }
    }

    @Test
    void snapshotWithoutItsRepositoryIsRefused() {
        try (Sandbox sandbox = create();
                Sandbox restored = provider.snapshots()
                        .restore(
                                sandbox.snapshot(SnapshotOptions.ALL.including("**/readme.txt")),
                                SandboxSpec.defaults())) {
            assertThat(restored.files().readText("readme.txt")).isEqualTo("second\n");
            assertThatThrownBy(() -> WorktreeChanges.of(restored)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void damagedRepositoryIsToldInGitsWords() {
        try (Sandbox sandbox = create()) {
            sh(sandbox, "rm -rf .git");
            assertThatThrownBy(() -> WorktreeChanges.of(sandbox))
                    .isInstanceOf(ExecFailedException.class)
                    .hasMessageContaining("not a git repository");
        }
    }
}
