package dev.sandboxed.provider.oci.internal.walls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.linux.internal.host.KernelFiles;
import dev.sandboxed.provider.oci.internal.WithEachRuntime;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Root inside has no privileges, but files of the kernel ask only whose they are. */
@Timeout(120)
class KernelFilesTests extends WithEachRuntime {

    KernelFilesTests(Kind kind) {
        super(kind);
    }

    @Test
    void whatTheKernelTellsRootOfTheHostWasReadableInside() {
        try (Sandbox sandbox = create()) {
            assertThat(said(
                            sandbox,
                            "cd /proc; for f in timer_list slabinfo vmallocinfo kpageflags kpagecount kpagecgroup"
                                    + " pagetypeinfo; do head -c 8 $f 2>/dev/null | grep -q ^ && echo $f; done"))
                    .isEmpty();
        }
    }

    /** A kernel of its own has few of them, and tells of itself there. */
    @Test
    void everythingInTheListIsEmptyOrCannotBeWrittenTo() {
        assumeTrue(kind == Kind.RUNC, "this kernel does not tell of the host");
        try (Sandbox sandbox = create()) {
            assertThat(said(
                            sandbox,
                            "for f in " + String.join(" ", KernelFiles.hidden())
                                    + "; do { cat $f || ls -A $f; } 2>/dev/null | grep -q ^ && echo $f; done"))
                    .isEmpty();
            assertThat(said(
                            sandbox,
                            "for f in " + String.join(" ", KernelFiles.readOnly())
                                    + "; do find $f -type f -exec test -w {} \\; -print -quit 2>/dev/null; done"))
                    .isEmpty();
        }
    }
}
