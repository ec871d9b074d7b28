package dev.sandboxed.mutants.internal.catalog.state;

import static dev.sandboxed.mutants.internal.Mutant.mutant;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.mutants.internal.Changed;
import dev.sandboxed.mutants.internal.ChangedExecution;
import dev.sandboxed.mutants.internal.MutantBuilder;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Snapshots with a memory that fails. All of them save files only. */
public final class MemoryMutants {

    private MemoryMutants() {}

    public static List<MutantBuilder> all() {
        Set<String> saved = ConcurrentHashMap.newKeySet();
        return List.of(
                saving(
                        mutant("saves-files-and-says-memory", "SNAP-8", "does not go on in a restored sandbox"),
                        saved,
                        true),
                saving(
                        mutant("does-not-say-that-a-snapshot-has-memory", "SNAP-8", "is told as one without"),
                        saved,
                        false),
                saving(claiming("loses-output-when-memory-is-saved", "SNAP-9", "lost some of its output"), saved, true)
                        .exec((sandbox, command) -> withoutALine(sandbox.exec(command), saved)),
                saving(
                                claiming(
                                        "loses-input-when-memory-is-saved", "SNAP-10", "does not hear what it is told"),
                                saved,
                                true)
                        .start((sandbox, command) -> new Deaf(sandbox.start(command), sandbox.id(), saved)),
                saving(claiming("restores-random-numbers", "SNAP-11", "drew the same random numbers"), saved, true)
                        .exec(
                                command -> command.script().orElse("").contains("/dev/urandom"),
                                (sandbox, command) -> sandbox.exec(Command.shell("echo 4"))));
    }

    /** No process goes on in what any of these restores. */
    private static MutantBuilder claiming(String name, String clause, String words) {
        return mutant(name, clause, words).breaks("SNAP-8", "does not go on in a restored sandbox");
    }

    /** Claims memory, saves files, and notes of which sandboxes. */
    private static MutantBuilder saving(MutantBuilder mutant, Set<String> saved, boolean told) {
        return mutant.claiming(Capability.SNAPSHOT_MEMORY)
                .snapshot((sandbox, options) -> save(sandbox, options, saved, told))
                .restore((provider, snapshot, spec) -> provider.snapshots().restore(with(snapshot, false), spec))
                .deleteSnapshot((snapshots, snapshot) -> snapshots.delete(with(snapshot, false)));
    }

    private static Snapshot save(Sandbox sandbox, SnapshotOptions options, Set<String> saved, boolean told) {
        if (!options.memory()) {
            return sandbox.snapshot(options);
        }
        saved.add(sandbox.id());
        return with(sandbox.snapshot(SnapshotOptions.ALL), told);
    }

    private static Snapshot with(Snapshot from, boolean memory) {
        return new Snapshot(
                from.id(),
                from.origin(),
                from.created(),
                from.tags(),
                from.size(),
                from.fileCount(),
                from.checksum(),
                memory);
    }

    private static ExecResult withoutALine(ExecResult run, Set<String> saved) {
        boolean counts = run.stdout().startsWith("1\n2\n3\n");
        if (saved.isEmpty() || !counts) {
            return run;
        }
        byte[] less = run.stdout().replaceFirst("\n2\n", "\n").getBytes(StandardCharsets.UTF_8);
        return Changed.outputs(run, Output.of(less), run.err());
    }

    /** Hears nothing more once its sandbox was saved. */
    private static final class Deaf extends ChangedExecution {

        private final String sandbox;
        private final Set<String> saved;

        Deaf(Execution working, String sandbox, Set<String> saved) {
            super(working);
            this.sandbox = sandbox;
            this.saved = saved;
        }

        @Override
        public OutputStream stdin() {
            return saved.contains(sandbox)
                    ? OutputStream.nullOutputStream()
                    : running().stdin();
        }
    }
}
