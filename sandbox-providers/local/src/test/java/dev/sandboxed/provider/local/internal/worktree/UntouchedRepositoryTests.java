package dev.sandboxed.provider.local.internal.worktree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.provider.local.worktree.WorktreeChanges;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever git is told to do inside, every byte of the repository stays as it was. */
class UntouchedRepositoryTests extends WithRepository {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "git branch --quiet -D main side && git tag -d v1",
                "git branch --force side HEAD~1 && git update-ref refs/heads/main HEAD~1 && git update-ref -d refs/tags/v1",
                "git config user.name Mallory && git config core.bare true",
                "git reflog expire --expire=now --all && git gc -q --aggressive --prune=now && git prune",
                "git repack -a -d -f --quiet && git pack-refs --all --prune",
                "echo more >>readme.txt && git commit --quiet --all --message mine && git checkout --quiet -B main",
                "git rm -r --quiet --cached . && git commit --quiet --message emptied && git stash list",
                "git filter-branch --force --msg-filter 'sed s/o/0/' main side",
                "git worktree add --quiet --detach ../elsewhere && git worktree prune",
                "git checkout -q main && git merge -q side && git rebase -q v1 && git reset -q --hard v1",
                "git push --quiet origin --delete main",
                "git replace v1 HEAD && git notes add -m note && git maintenance run --quiet",
                "rm -rf .git objects; git branch -D main; git config a.b c",
            })
    void byCommandsOfGit(String script) throws Exception {
        Map<String, String> before = repository.everything();
        try (Sandbox sandbox = create()) {
            sandbox.exec(Command.shell(script).env("FILTER_BRANCH_SQUELCH_WARNING", "1"));
        }
        assertThat(repository.changedSince(before)).isEmpty();
    }

    @Test
    void byTheLifeOfASandbox() throws Exception {
        Map<String, String> before = repository.everything();
        try (Sandbox sandbox = create()) {
            assertThat(repository.changedSince(before)).isEmpty();
            WorktreeChanges.of(sandbox);
        }
        assertThat(repository.changedSince(before)).isEmpty();
    }

    @Test
    void evenWhereTheStateFolderLiesInIt() throws Exception {
        try (WorktreeProvider inside = provider(repository.folder().resolve("target"), Map.of());
                Sandbox sandbox = inside.create(SandboxSpec.defaults())) {
            sandbox.exec("rm", "-rf", ".git");
            assertThat(sandbox.exec(Command.shell("git branch -D side")).stderr())
                    .contains("not a git repository");
            assertThat(sandbox.exec(Command.shell("git branch -D side").cwd("/"))
                            .stderr())
                    .contains("not a git repository");
        }
        assertThat(repository.git("branch", "--list", "side")).contains("side");
    }

    @Test
    void noHookOfItRuns() throws Exception {
        Path ran = temporary.resolve("ran");
        Path hooks = Files.createDirectories(repository.folder().resolve(".git/hooks"));
        for (String name : List.of("post-checkout", "pre-commit", "post-index-change", "reference-transaction")) {
            Path hook = Files.writeString(hooks.resolve(name), "#!/bin/sh\necho " + name + " >>'" + ran + "'\n");
            Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        try (Sandbox sandbox = create()) {
            sh(sandbox, "git commit --quiet --allow-empty --message x");
            WorktreeChanges.of(sandbox);
        }
        assertThat(ran).doesNotExist();
    }

    @Test
    void noProgramNamedInItsSettingsRuns() throws Exception {
        Path ran = temporary.resolve("ran");
        Path program = Files.writeString(temporary.resolve("program"), "#!/bin/sh\necho ran >>'" + ran + "'\ncat\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(repository.folder().resolve(".gitattributes"), "* filter=evil diff=evil\n");
        repository.commit("with attributes");
        for (String key : List.of("filter.evil.smudge", "filter.evil.clean", "core.fsmonitor", "diff.evil.textconv")) {
            repository.git("config", key, program.toString());
        }
        try (Sandbox sandbox = create()) {
            sh(sandbox, "echo changed >readme.txt");
            assertThat(WorktreeChanges.of(sandbox).files()).hasSize(1);
        }
        assertThat(ran).doesNotExist();
    }
}
