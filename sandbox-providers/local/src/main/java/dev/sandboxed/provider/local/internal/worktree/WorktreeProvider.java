package dev.sandboxed.provider.local.internal.worktree;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.api.provision.Source;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.api.spi.SandboxIds;
import dev.sandboxed.process.ProcessScope;
import dev.sandboxed.provider.local.internal.subprocess.SubprocessProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs commands as plain processes whose workdir is a fresh worktree of a git repository.
 *
 * <p>It isolates no more than {@code subprocess} does. What it adds is that git inside works as in the repository and can
 * change nothing there: branches, settings and new objects of the sandbox are its own and go with it. What was changed is
 * told by {@link dev.sandboxed.provider.local.worktree.WorktreeChanges}.
 *
 * <p>The repository is the one that the JVM's working folder lies in, the revision is {@code HEAD}; the settings
 * {@code sandbox.worktree.repository} and {@code sandbox.worktree.revision} name others, and so do the options
 * {@code repository} and {@code revision} of a spec. Submodules stay empty folders; large files kept outside of git stay
 * the pointers that git has of them.
 */
public final class WorktreeProvider extends ForwardingSandboxProvider {

    /** The name of the provider. */
    public static final String NAME = "worktree";

    /** The variable in which commands find the commit that their worktree began as. */
    public static final String BASE_VARIABLE = "SANDBOX_BASE";

    static final String REMEDY = "install git 2.32 or newer, for example with: apt-get install git";

    private static final Pattern VERSION = Pattern.compile("git version ((\\d+)\\.(\\d+)\\S*).*", Pattern.DOTALL);
    private static final Duration PROBE = Duration.ofMillis(900);

    private final Git git;

    public WorktreeProvider(ProviderContext context) {
        super(new SubprocessProvider(
                NAME, context, new WorktreeFilling(Git.of(context), context.settings()), WorktreeOptions.KNOWN));
        this.git = Git.of(context);
    }

    @Override
    public Capabilities capabilities() {
        Capabilities plain = super.capabilities();
        List<Requirement> requirements = new ArrayList<>(plain.requirements());
        requirements.add(Requirement.Program.of(
                        "git", "worktrees and what was changed in them", Source.Packages.everywhere("git"))
                .atLeast("2.32"));
        return plain.withStartup(Duration.ofMillis(40)).withRequirements(requirements.toArray(Requirement[]::new));
    }

    @Override
    public ProviderStatus status() {
        ProviderStatus plain = super.status();
        if (!(plain instanceof ProviderStatus.Available available)) {
            return plain;
        }
        try {
            Git.Place anywhere =
                    new Git.Place(Path.of("/"), new ProcessScope(SandboxIds.next(NAME + "-probe")), Deadline.in(PROBE));
            ExecResult result = git.run(anywhere, "--version");
            Matcher version = VERSION.matcher(result.stdout());
            if (!result.succeeded() || !version.matches()) {
                return new ProviderStatus.Unavailable("git cannot be run: " + SourceRepository.words(result), REMEDY);
            }
            if (isTooOld(version)) {
                return new ProviderStatus.Unavailable("git " + version.group(1) + " is too old", REMEDY);
            }
            Map<String, String> details = new LinkedHashMap<>(available.details());
            details.put("git", version.group(1));
            return new ProviderStatus.Available(available.version(), details);
        } catch (SandboxException e) {
            return new ProviderStatus.Unavailable("git cannot be run: " + e.getMessage(), REMEDY);
        }
    }

    /** Since 2.32 git can be told to leave out the settings of the user. */
    private static boolean isTooOld(Matcher version) {
        int major = Integer.parseInt(version.group(2));
        int minor = Integer.parseInt(version.group(3));
        return major < 2 || (major == 2 && minor < 32);
    }
}
