package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Mutant.together;

import dev.sandboxed.mutants.internal.Mutant;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.catalog.state.MemoryMutants;
import dev.sandboxed.mutants.internal.catalog.state.PauseMutants;
import dev.sandboxed.mutants.internal.catalog.state.SnapshotMutants;
import java.util.List;

/** All mutants there are. */
public final class Mutants {

    private Mutants() {}

    /** Returns all mutants, grouped as the contract is. */
    public static List<Mutant> all() {
        return together(
                        CreationMutants.all(),
                        LifeMutants.all(),
                        ClosingMutants.all(),
                        ArgumentMutants.all(),
                        ExitMutants.all(),
                        OutputMutants.all(),
                        InputMutants.all(),
                        TimeoutMutants.all(),
                        StreamMutants.all(),
                        FileMutants.all(),
                        FolderMutants.all(),
                        TransferMutants.all(),
                        HostGuardMutants.all(),
                        LimitMutants.all(),
                        NetworkMutants.all(),
                        IsolationMutants.all(),
                        SnapshotMutants.all(),
                        MemoryMutants.all(),
                        PauseMutants.all(),
                        HealthMutants.all(),
                        ReapMutants.all(),
                        InfoMutants.all())
                .stream()
                .map(MutantBuilder::build)
                .toList();
    }
}
