package dev.sandboxed.api.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Resource;
import dev.sandboxed.api.limit.ResourceLimitException;
import org.junit.jupiter.api.Test;

class TransferBudgetTests {

    private static final DataSize MOST = DataSize.ofKibibytes(1);

    @Test
    void allOfItMayBeSpentAndNotOneByteMore() {
        TransferBudget budget = new TransferBudget("out", MOST, "local", "local-1");
        assertThatCode(() -> budget.spend(1024)).doesNotThrowAnyException();

        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> budget.spend(1))
                .withMessage(
                        "'out' has more than 1k, and at most 1k may be downloaded [provider local, sandbox local-1]"
                                + "\n  remedy: look at what the sandbox has made, or allow more with"
                                + " DownloadOptions.DEFAULT.withBudget(…)")
                .satisfies(thrown -> assertThat(thrown.resource()).isEqualTo(Resource.TRANSFER));
    }

    @Test
    void sizesThatTogetherAreMoreThanCanBeCountedAreTooMuch() {
        TransferBudget budget = TransferBudget.ofSnapshot(DataSize.ofBytes(Long.MAX_VALUE));
        budget.spend(Long.MAX_VALUE);

        assertThatExceptionOfType(ResourceLimitException.class).isThrownBy(() -> budget.spend(Long.MAX_VALUE));
    }

    @Test
    void aSnapshotHasARemedyOfItsOwn() {
        assertThatExceptionOfType(ResourceLimitException.class)
                .isThrownBy(() -> TransferBudget.ofSnapshot(MOST).spend(1L << 40))
                .withMessage("'snapshot' has more than 1k, and at most 1k may be saved"
                        + "\n  remedy: look for files that seem larger than the disk, as those with holes do, and delete"
                        + " them first");
    }
}
