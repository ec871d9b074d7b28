package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.files.RootedPaths;
import dev.sandboxed.folder.provider.Filling;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes a worktree of the workdir, unless a snapshot brought it, and tells the variables with which git works in it.
 *
 * @param git runs on the host
 * @param settings those of the provider
 */
record WorktreeFilling(Git git, Map<String, String> settings) implements Filling<Map<String, String>> {

    /** Git inside must not find a repository that the state folder may lie in, nor take what lies in a home for work. */
    @Override
    public Map<String, String> fill(Creation creation, RootedPaths paths, boolean restored) throws IOException {
        Path workdir = paths.follow(creation.spec().workdir());
        if (!restored) {
            checkOut(creation, workdir);
        }
        Map<String, String> surroundings = new LinkedHashMap<>();
        surroundings.put("HOME", Files.createDirectories(paths.follow("/home")).toString());
        surroundings.put("GIT_CEILING_DIRECTORIES", String.valueOf(paths.root().getParent()));
        surroundings.put("GIT_CONFIG_NOSYSTEM", "1");
        surroundings.put("GIT_TERMINAL_PROMPT", "0");
        PrivateRepository.baseOf(workdir).ifPresent(commit -> surroundings.put(WorktreeProvider.BASE_VARIABLE, commit));
        return surroundings;
    }

    private void checkOut(Creation creation, Path workdir) throws IOException {
        WorktreeOptions options = WorktreeOptions.of(creation.spec(), settings);
        Git.Place place = new Git.Place(options.repository(), new ProcessScope(creation.id()), creation.deadline());
        SourceRepository source = SourceRepository.find(git, place, options.revision());
        PrivateRepository.make(git.with(Git.Config.OF_NOBODY), source, workdir);
    }
}
