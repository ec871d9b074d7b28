package dev.sandboxed.wire.internal;

import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is said to a service that only starts processes, and what it answers. It keeps a few words with each sandbox that mean
 * nothing to it, and is asked for nothing that can be done inside.
 */
public final class ProcessWords {

    private ProcessWords() {}

    /**
     * A sandbox to make.
     *
     * @param id what its client calls it; asked for once
     * @param provider what to make it with; the first, if absent
     * @param owner words to keep with it
     * @param spec what it is made from
     */
    public record NewSandbox(String id, @Nullable String provider, Map<String, String> owner, Spec spec) {}

    /**
     * What of a spec cannot be done inside. Whatever is not asked for is absent.
     *
     * @param image the root file system
     * @param limits how much it may use
     * @param network what it may reach
     * @param user whom processes run as
     * @param readOnlyRoot whether only temporary folders and the workdir, which the client makes, can be written
     */
    public record Spec(
            @Nullable String image,
            SpecWords.@Nullable LimitWords limits,
            SpecWords.@Nullable NetworkWords network,
            @Nullable String user,
            @Nullable Boolean readOnlyRoot) {

        public static Spec of(SandboxSpec spec) {
            SpecWords all = SpecWords.of(spec);
            return new Spec(
                    all.image(),
                    spec.limits().equals(Limits.NONE) ? null : all.limits(),
                    all.network() == null ? null : all.network().withoutNothing(),
                    all.user(),
                    spec.readOnlyRoot() ? true : null);
        }
    }

    /**
     * A sandbox that was made.
     *
     * @param id what its client calls it
     * @param owner the words that were to be kept with it
     * @param nativeId what the runtime calls it
     */
    public record Sandbox(String id, Map<String, String> owner, String nativeId) {}

    /** Those that are there, of all clients. */
    public record All(List<Sandbox> sandboxes) {}

    /**
     * A process to start. It ends by itself: its client sees to that.
     *
     * @param id what its client calls it, to write to it
     * @param argv the program and its arguments, literally
     * @param user whom it runs as; the sandbox's own user, if absent
     */
    public record Start(
            String id, List<String> argv, @Nullable String user) {}

    /** The ids of sandboxes whose owners are dead, as a client has found out that was on the same machine. */
    public record Orphans(List<String> sandboxes) {}
}
