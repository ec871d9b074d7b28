package dev.sandboxed.mutants.catalog;

import dev.sandboxed.mutants.Mutant;
import dev.sandboxed.mutants.catalog.state.PauseMutants;
import dev.sandboxed.mutants.catalog.state.SnapshotMutants;
import java.util.List;
import java.util.stream.Stream;

/** All mutants there are. */
public final class Mutants {

    private Mutants() {}

    /** List all, grouped as the contract is. */
    public static List<Mutant> all() {
        return Stream.of(
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
                        PauseMutants.all(),
                        HealthMutants.all(),
                        ReapMutants.all(),
                        InfoMutants.all())
                .flatMap(List::stream)
                .toList();
    }
}
