package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.spec.SandboxSpec;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * What only this provider knows, from a spec's options and else from the provider's settings.
 *
 * @param repository a folder of the host that lies in the repository; the JVM's working folder unless told otherwise
 * @param revision the commit, branch or tag to begin with; {@code HEAD} unless told otherwise
 */
record WorktreeOptions(Path repository, String revision) {

    static final String REPOSITORY = "repository";
    static final String REVISION = "revision";
    static final Set<String> KNOWN = Set.of(REPOSITORY, REVISION);

    static final String REMEDY = "run the tests inside of a repository, or name one with sandbox.worktree.repository"
            + " or the spec's option 'repository'";

    /**
     * Reads them.
     *
     * @throws SandboxStartException if the repository cannot be a path
     */
    static WorktreeOptions of(SandboxSpec spec, Map<String, String> settings) {
        String repository = either(spec, settings, REPOSITORY, "");
        try {
            return new WorktreeOptions(Path.of(repository).toAbsolutePath(), either(spec, settings, REVISION, "HEAD"));
        } catch (InvalidPathException e) {
            throw new SandboxStartException(Fault.of("The repository '" + repository + "' cannot be a path: " + e)
                    .provider(WorktreeProvider.NAME)
                    .remedy(REMEDY)
                    .cause(e));
        }
    }

    private static String either(SandboxSpec spec, Map<String, String> settings, String key, String usual) {
        return spec.options().getOrDefault(key, settings.getOrDefault(key, usual));
    }
}
