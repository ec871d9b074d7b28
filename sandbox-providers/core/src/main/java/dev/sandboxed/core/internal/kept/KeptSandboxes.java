package dev.sandboxed.core.internal.kept;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.Snapshots;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The sandboxes that are kept after their tests, of all JVMs of a user. Safe from several threads and processes.
 *
 * <p>Each has a file that says what it is made from and until when it is kept, and a snapshot of its provider, which no other sweep touches.
 * The file is there before the snapshot, so that nothing is left that nobody knows of.
 */
public final class KeptSandboxes {

    /** For how long a snapshot is looked for that is not found: another run may have the settings with which it is. */
    private static final Duration LONGEST_OVERDUE = Duration.ofDays(7);

    private final KeptFolder folder;
    private final Clock clock;

    KeptSandboxes(Path state, Clock clock) {
        this.folder = new KeptFolder(state);
        this.clock = clock;
    }

    /**
     * Finds those whose files are in the state folder.
     *
     * @throws dev.sandboxed.core.config.ConfigurationException if the state folder cannot be one
     */
    public static KeptSandboxes in(Configuration configuration) {
        return new KeptSandboxes(configuration.stateDirectory(), Clock.systemUTC());
    }

    KeptFolder folder() {
        return folder;
    }

    /**
     * Lists those that can be opened, the one first whose time is up first.
     *
     * @throws SandboxFileException if their folder cannot be used
     */
    public List<KeptSandbox> list() {
        return all().sandboxes().stream()
                .filter(kept -> kept.isFinished() && !kept.isDue(clock.instant()))
                .toList();
    }

    /**
     * Finds one by its id, or by what only its id begins with.
     *
     * @throws SandboxNotFoundException if there is none, if there are several, if its time is up, or if the text is blank
     * @throws SandboxFileException if their folder cannot be used
     */
    public KeptSandbox find(String beginning) {
        if (beginning.isBlank()) {
            throw notFound("An empty id is the beginning of every kept sandbox", "write some of it");
        }
        List<KeptSandbox> meant = meant(beginning);
        if (meant.size() > 1) {
            throw notFound(
                    "'" + beginning + "' is the beginning of several kept sandboxes: " + ids(meant),
                    "write more of it");
        }
        if (meant.isEmpty()) {
            List<KeptSandbox> others = list();
            throw notFound(
                    "No kept sandbox is called '" + beginning + "'; "
                            + (others.isEmpty() ? "none is kept" : "there are " + ids(others)),
                    "let the test fail again with sandbox.keep=on-failure; sandbox.keepFor says for how long its sandbox is"
                            + " kept, and --state-dir where that was");
        }
        if (meant.get(0).isDue(clock.instant())) {
            throw notFound(
                    "Sandbox '" + meant.get(0).id() + "' was kept until "
                            + meant.get(0).until(),
                    "let the test fail again, with sandbox.keepFor=2h for example if that was too short");
        }
        return meant.get(0);
    }

    /** The one that is called so, else those that begin so; one whose time is up stands in nobody's way. */
    private List<KeptSandbox> meant(String beginning) {
        List<KeptSandbox> found = all().sandboxes().stream()
                .filter(kept -> kept.isFinished() && kept.id().startsWith(beginning))
                .toList();
        List<KeptSandbox> exact =
                found.stream().filter(kept -> kept.id().equals(beginning)).toList();
        if (!exact.isEmpty()) {
            return exact;
        }
        List<KeptSandbox> there =
                found.stream().filter(kept -> !kept.isDue(clock.instant())).toList();
        return there.isEmpty() ? found : there;
    }

    private static String ids(List<KeptSandbox> kept) {
        return kept.stream().map(KeptSandbox::id).collect(Collectors.joining(", "));
    }

    private static SandboxNotFoundException notFound(String what, String remedy) {
        return new SandboxNotFoundException(Fault.of(what).remedy(remedy));
    }

    /**
     * Creates a sandbox that begins with what is kept; fails as {@link Snapshots#restore} does. What is kept stays as it is. Mounts whose
     * sources are gone by now are left out.
     *
     * @throws SandboxNotFoundException if its provider has no such snapshot any more
     */
    public Sandbox restore(KeptSandbox kept, SandboxProvider provider) {
        List<Snapshot> saved = saved(kept, provider);
        if (saved.isEmpty()) {
            throw new SandboxNotFoundException(Fault.of("What was kept of sandbox '" + kept.id() + "' is gone")
                    .provider(provider.name())
                    .remedy("let the test fail again; the settings of the provider must be those of the test's run"));
        }
        return provider.snapshots()
                .restore(saved.get(saved.size() - 1), SpecEntries.without(kept.spec(), kept.lostMounts()));
    }

    private static List<Snapshot> saved(KeptSandbox kept, SandboxProvider provider) {
        return provider.snapshots().list(SnapshotFilter.tagged(kept.tag()));
    }

    /** Removes what a provider has of one, but not the file about it. Fails as {@link Snapshots#delete} does. */
    static boolean removeSaved(KeptSandbox kept, SandboxProvider provider) {
        List<Snapshot> saved = saved(kept, provider);
        saved.forEach(provider.snapshots()::delete);
        return !saved.isEmpty();
    }

    /**
     * Removes those whose time is up.
     *
     * @param registry who has their providers; others are not opened
     * @return the ids of those that were removed, with their tests, and what could not be removed
     */
    public ReapReport sweep(ProviderRegistry registry) {
        List<String> removed = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        try {
            KeptFolder.Listing listing = folder.list();
            failures.addAll(listing.failures());
            for (KeptSandbox kept : listing.sandboxes()) {
                if (kept.isDue(clock.instant())) {
                    sweep(kept, registry, removed, failures);
                }
            }
            folder.removeHalfMade(clock.instant());
        } catch (IOException e) {
            failures.add("kept sandboxes cannot be looked for: " + e.getMessage());
        }
        return new ReapReport(removed, failures);
    }

    private void sweep(KeptSandbox kept, ProviderRegistry registry, List<String> removed, List<String> failures) {
        try {
            boolean found = removeSaved(kept, registry.named(kept.provider()));
            if (!found && kept.isFinished() && !kept.isDue(clock.instant().minus(LONGEST_OVERDUE))) {
                failures.add(failure(
                        kept,
                        "provider " + kept.provider()
                                + " does not find it; run this with the settings that the provider"
                                + " had in the test's run"));
                return;
            }
            folder.remove(kept);
            if (found || kept.isFinished()) {
                removed.add(kept.id() + " of " + kept.test());
            }
        } catch (IOException | RuntimeException e) {
            // Whatever a provider throws, the others can be swept.
            failures.add(failure(kept, String.valueOf(e.getMessage())));
        }
    }

    private String failure(KeptSandbox kept, String why) {
        return "sandbox '" + kept.id() + "' was kept until " + kept.until() + ", and cannot be removed: " + why
                + "; delete '" + folder.fileOf(kept) + "' to forget it";
    }

    /** Returns whether there is any whose time is up. What cannot be read is nobody's hurry. */
    boolean hasDue() {
        try {
            return folder.list().sandboxes().stream().anyMatch(kept -> kept.isDue(clock.instant()));
        } catch (IOException e) {
            return false;
        }
    }

    private KeptFolder.Listing all() {
        try {
            return folder.list();
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private static SandboxFileException unusable(IOException e) {
        return SandboxFileException.of(
                "kept",
                FileFailure.of(e),
                Fault.of("The folder of kept sandboxes cannot be used: " + e.getMessage())
                        .remedy("set sandbox.stateDir to a folder of your own")
                        .cause(e));
    }
}
