package dev.sandboxed.conformance.internal.clauses;

import static dev.sandboxed.conformance.internal.trial.files.Inside.inside;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.error.FileFailure;
import dev.sandboxed.api.error.SandboxFileException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Outcome;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.contract.Clause;
import dev.sandboxed.conformance.internal.trial.Trial;
import java.util.Optional;

/** Limits on what a sandbox keeps in its files, and what it is like to have none left. */
public interface DiskClauses {

    /** As much as is written where less is allowed. */
    DataSize ALLOWED = DataSize.ofMebibytes(32);

    @Clause(value = "LIMIT-4", seconds = 60)
    default void writingALargeFilePastTheLimitFails(Trial trial) {
        Sandbox sandbox = limited(trial);

        ExecResult written = fill(sandbox);

        assertFalse(written.succeeded(), "a file of 64 MiB was written where " + ALLOWED + " of disk are allowed");
        long size =
                sandbox.files().exists("large") ? sandbox.files().stat("large").size() : 0;
        assertTrue(
                size <= ALLOWED.bytes() + DataSize.ofMebibytes(1).bytes(),
                "a file has " + DataSize.ofBytes(size) + " where " + ALLOWED + " of disk are allowed");
    }

    @Clause(value = "LIMIT-4", seconds = 60)
    default void writingManyFilesPastTheLimitFails(Trial trial) {
        Sandbox sandbox = limited(trial);

        ExecResult written = sandbox.shell("i=0; while [ $i -lt 16 ]; do"
                + " dd if=/dev/zero of=part-$i bs=1024k count=4 || exit 9; i=$((i+1)); done");

        assertFalse(
                written.succeeded(),
                "many files of 64 MiB together were written where " + ALLOWED + " of disk are allowed");
    }

    @Clause(value = "LIMIT-11", seconds = 60)
    default void aSandboxWhoseDiskIsFullIsOfUseAllTheSame(Trial trial) {
        Sandbox sandbox = limited(trial);
        sandbox.files().write("before", "kept");
        assertFalse(fill(sandbox).succeeded(), "the disk could not be filled, though it has a limit");

        inside(sandbox).says("still here", "echo still here", "no command runs once the disk is full");
        assertEquals(
                "kept",
                sandbox.files().readText("before"),
                "a file that was written before the disk was full reads differently");
        SandboxFileException refused = assertThrows(
                SandboxFileException.class,
                () -> sandbox.files()
                        .write("more", new byte[(int) DataSize.ofMebibytes(4).bytes()]),
                "a file of 4 MiB can be written where no room is left");
        assertEquals(
                FileFailure.NO_SPACE, refused.reason(), "a file that finds no room is told to fail for another reason");
        sandbox.files().delete("large");
        sandbox.files().write("after", "room");
        assertEquals(
                "room",
                sandbox.files().readText("after"),
                "nothing can be written once the file was deleted that had filled the disk");
    }

    @Clause(value = "LIMIT-12", seconds = 60)
    default void aCommandThatFailsForLackOfRoomIsToldSo(Trial trial) {
        Sandbox sandbox = limited(trial);
        assertEquals(
                Outcome.EXITED,
                sandbox.exec("false").outcome(),
                "a command that fails while there is room is not told as EXITED");

        ExecResult full = fill(sandbox);

        assertFalse(full.succeeded(), "the disk could not be filled, though it has a limit");
        assertEquals(Outcome.OUT_OF_DISK, full.outcome(), "a command that filled the disk is not told as OUT_OF_DISK");
    }

    @Clause(value = "LIMIT-13", seconds = 60)
    default void whatIsTakenOfTheDiskIsTold(Trial trial) {
        Sandbox sandbox = limited(trial);
        Optional<DataSize> before = sandbox.usage().disk();
        inside(sandbox)
                .succeeds(
                        "dd if=/dev/zero of=some bs=1024k count=8 && sync", "8 MiB cannot be written within the limit");
        Usage after = sandbox.usage();

        assertTrue(
                before.isPresent() && after.disk().isPresent(),
                "usage does not tell how much of the disk is taken, where that is limited");
        long grown = after.disk().get().bytes() - before.get().bytes();
        assertTrue(
                grown >= DataSize.ofMebibytes(7).bytes()
                        && grown <= DataSize.ofMebibytes(10).bytes(),
                "after 8 MiB were written, " + DataSize.ofBytes(grown) + " more of the disk are told to be taken");
    }

    /** Writes more than is allowed. */
    private static ExecResult fill(Sandbox sandbox) {
        return sandbox.exec("dd", "if=/dev/zero", "of=large", "bs=1024k", "count=64");
    }

    private static Sandbox limited(Trial trial) {
        return trial.create(
                SandboxSpec.builder().limits(Limits.builder().disk(ALLOWED).build()));
    }
}
