package dev.sandboxed.core.internal.kept;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SecretMask;
import dev.sandboxed.core.internal.choice.SelectedSandbox;
import dev.sandboxed.core.internal.kept.KeptSandbox.Content;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Saves the state of sandboxes for people to look into later: with all processes where the provider can and none knows a secret, else
 * the files.
 *
 * @param kept where it is kept
 * @param most how many bytes a saved state may take
 */
public record Saving(KeptSandboxes kept, DataSize most) {

    private static final Logger LOG = System.getLogger(Saving.class.getName());

    /** Returns whether the provider of a sandbox can save any state. */
    public static boolean isPossible(SelectedSandbox selected) {
        return selected.selection().capabilities().has(Capability.SNAPSHOT);
    }

    /**
     * Saves the state of a sandbox, whose provider can. Fails as {@link Sandbox#snapshot} does; nothing that can be opened is kept then.
     *
     * @param test who used it, for people
     * @throws ResourceLimitException if the state is larger than may be kept
     * @throws IOException if the file about it cannot be written
     */
    public KeptSandbox save(SelectedSandbox selected, String test, Instant until) throws IOException {
        SandboxSpec spec = selected.sandbox().spec();
        KeptSandbox planned = new KeptSandbox(
                selected.sandbox().id(),
                SecretMask.of(spec.hidden()).apply(test),
                selected.selection().provider().name(),
                until,
                Content.UNFINISHED,
                SpecEntries.read(SpecEntries.write(spec)),
                leftOut(spec));
        kept.folder().write(planned);
        try {
            KeptSandbox saved = planned.with(snapshot(selected, planned.tag()));
            kept.folder().write(saved);
            return saved;
        } catch (IOException | RuntimeException e) {
            forget(planned, selected.selection().provider(), e);
            throw e;
        }
    }

    private static List<String> leftOut(SandboxSpec spec) {
        List<String> names = new ArrayList<>();
        spec.secrets().keySet().forEach(name -> names.add("the secret " + name));
        spec.credentials().forEach(credential -> names.add("the credential for " + credential.service()));
        return names;
    }

    private Content snapshot(SelectedSandbox selected, String tag) {
        SnapshotOptions files = SnapshotOptions.ALL.tagged(tag);
        // What processes know would lie on the disk, secrets too.
        boolean knowsSecrets = !selected.sandbox().spec().hidden().isEmpty();
        if (selected.selection().capabilities().has(Capability.SNAPSHOT_MEMORY) && !knowsSecrets) {
            try {
                take(selected, files.withMemory());
                return Content.FILES_AND_PROCESSES;
            } catch (SandboxException e) {
                LOG.log(Level.DEBUG, "Processes cannot be kept, so that files alone are", e);
            }
        }
        take(selected, files);
        return Content.FILES;
    }

    private void take(SelectedSandbox selected, SnapshotOptions options) {
        Snapshot snapshot = selected.sandbox().snapshot(options);
        if (snapshot.size().compareTo(most) > 0) {
            selected.selection().provider().snapshots().delete(snapshot);
            throw new ResourceLimitException(
                    Resource.DISK,
                    most.toString(),
                    snapshot.size().toString(),
                    Fault.of("The state of the sandbox takes " + snapshot.size() + ", and at most " + most + " is kept")
                            .remedy("set sandbox.keepSize to more"));
        }
    }

    /** The file stays until its time is up: a service may finish what we have given up, and that is found by its file. */
    private static void forget(KeptSandbox planned, SandboxProvider provider, Exception failure) {
        try {
            KeptSandboxes.removeSaved(planned, provider);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
