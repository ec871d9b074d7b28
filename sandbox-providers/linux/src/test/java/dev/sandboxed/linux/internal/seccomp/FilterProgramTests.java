package dev.sandboxed.linux.internal.seccomp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FilterProgramTests {

    private static final int EPERM = FilterInterpreter.failure(1);
    private static final int ENOSYS = FilterInterpreter.failure(38);
    private static final int NO_FAMILY = FilterInterpreter.failure(97);
    private static final int NEW_USER = 0x1000_0000;

    private final FilterInterpreter filter = new FilterInterpreter(FilterProgram.forBoxes());

    private int answer(ProgramKind processor, SystemCall call, long... arguments) {
        return filter.answer(processor.auditNumber(), call.number(processor), arguments);
    }

    @ParameterizedTest
    @EnumSource(names = {"X86_64", "AARCH64"})
    void dangerousCallsFailWhateverTheirArguments(ProgramKind processor) {
        Rules.forBoxes().forEach((call, rule) -> {
            if (rule instanceof Rule.Always refused && call.number(processor) != SystemCall.NONE) {
                assertThat(answer(processor, call))
                        .as("%s on %s", call, processor)
                        .isEqualTo(FilterInterpreter.failure(refused.error()));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"X86_64", "AARCH64"})
    void namespacesCannotBeMadeButThreadsAndProcessesCan(ProgramKind processor) {
        assertThat(answer(processor, SystemCall.UNSHARE, NEW_USER)).isEqualTo(EPERM);
        assertThat(answer(processor, SystemCall.CLONE, NEW_USER | 17)).isEqualTo(EPERM);
        assertThat(answer(processor, SystemCall.CLONE, 0x003d_0f00)).isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(answer(processor, SystemCall.UNSHARE, 0x400)).isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(answer(processor, SystemCall.CLONE3))
                .as("its flags cannot be seen")
                .isEqualTo(ENOSYS);
    }

    @ParameterizedTest
    @EnumSource(names = {"X86_64", "AARCH64"})
    void nobodyTypesIntoATerminalForOthers(ProgramKind processor) {
        assertThat(answer(processor, SystemCall.IOCTL, 0, 0x5412)).isEqualTo(EPERM);
        assertThat(answer(processor, SystemCall.IOCTL, 0, 0x5413)).isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(answer(processor, SystemCall.IOCTL, 0, 0xffff_ffff_0000_5412L))
                .as("the kernel looks at the lower half only, and so must we")
                .isEqualTo(EPERM);
    }

    @ParameterizedTest
    @EnumSource(names = {"X86_64", "AARCH64"})
    void onlyFamiliarSocketsAreMade(ProgramKind processor) {
        for (int family : new int[] {1, 2, 10, 16}) {
            assertThat(answer(processor, SystemCall.SOCKET, family)).isEqualTo(FilterInterpreter.ALLOWED);
        }
        for (int family : new int[] {17, 38, 40}) {
            assertThat(answer(processor, SystemCall.SOCKET, family)).isEqualTo(NO_FAMILY);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"X86_64", "AARCH64"})
    void noFileGetsABitThatMakesItRunAsItsOwnerOrItsGroup(ProgramKind processor) {
        assertThat(answer(processor, SystemCall.FCHMODAT, 0, 0, 04755)).isEqualTo(EPERM);
        assertThat(answer(processor, SystemCall.FCHMODAT, 0, 0, 02755)).isEqualTo(EPERM);
        assertThat(answer(processor, SystemCall.FCHMODAT, 0, 0, 01755)).isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(answer(processor, SystemCall.OPENAT, 0, 0, 0101, 04755)).isEqualTo(EPERM);
        assertThat(answer(processor, SystemCall.OPENAT, 0, 0, 0101, 0644)).isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(answer(processor, SystemCall.OPENAT, 0, 0, 0, 04755))
                .as("without a new file, the mode is whatever was in the register")
                .isEqualTo(FilterInterpreter.ALLOWED);
    }

    @ParameterizedTest
    @EnumSource(names = {"X86_64", "AARCH64"})
    void whatIsNotNamedIsAllowed(ProgramKind processor) {
        assertThat(filter.answer(processor.auditNumber(), processor == ProgramKind.X86_64 ? 0 : 63))
                .isEqualTo(FilterInterpreter.ALLOWED);
    }

    @Test
    void programsOfAnotherKindAreKilledAndThoseWithShortPointersFail() {
        int i386 = 0x4000_0003;
        assertThat(filter.answer(i386, 1)).isEqualTo(FilterInterpreter.KILLED);
        assertThat(filter.answer(ProgramKind.X86_64.auditNumber(), 0x4000_0000 | 39))
                .isEqualTo(ENOSYS);
    }

    @ParameterizedTest
    @EnumSource
    void filesWithTheRightsOfTheirOwnersAreRefusedToProgramsOfAllKinds(ProgramKind kind) {
        FilterInterpreter rights = new FilterInterpreter(FilterProgram.withoutSetIds(false));
        Rules.ofRights().forEach((call, rule) -> {
            long[] arguments = {Rules.NEW_FILE | 04755, Rules.NEW_FILE | 04755, Rules.NEW_FILE | 04755, 04755};
            if (call.number(kind) != SystemCall.NONE) {
                assertThat(rights.answer(kind.auditNumber(), call.number(kind), arguments))
                        .as("%s for %s", call, kind)
                        .isIn(EPERM, ENOSYS);
            }
        });
        assertThat(rights.answer(kind.auditNumber(), SystemCall.OPENAT.number(kind), 0, 0, 0101, 0644))
                .isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(rights.answer(kind.auditNumber(), SystemCall.MEMBARRIER.number(kind)))
                .isEqualTo(ENOSYS);
    }

    @Test
    void thoseWhoOnlyDoWithoutMembarrierKeepAllElse() {
        FilterInterpreter quick = new FilterInterpreter(FilterProgram.withoutMembarrier());
        int x86 = ProgramKind.X86_64.auditNumber();
        assertThat(quick.answer(x86, SystemCall.MEMBARRIER.number(ProgramKind.X86_64)))
                .isEqualTo(ENOSYS);
        assertThat(quick.answer(x86, SystemCall.CHMOD.number(ProgramKind.X86_64), 0, 04755))
                .isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(quick.answer(0x1234, 1)).as("a kind nobody knows").isEqualTo(FilterInterpreter.ALLOWED);
    }

    @ParameterizedTest
    @EnumSource(names = {"X86_64", "AARCH64"})
    void callsWhosePathsNobodyTranslatesAreUnknown(ProgramKind processor) {
        FilterInterpreter traced = new FilterInterpreter(FilterProgram.forTranslatedPaths());
        int kind = processor.auditNumber();

        for (SystemCall call : new SystemCall[] {
            SystemCall.STATX,
            SystemCall.RENAMEAT2,
            SystemCall.EXECVEAT,
            SystemCall.OPEN_BY_HANDLE_AT,
            SystemCall.NAME_TO_HANDLE_AT,
            SystemCall.OPENAT2,
            SystemCall.FCHMODAT2
        }) {
            assertThat(traced.answer(kind, call.number(processor)))
                    .as("%s", call)
                    .isEqualTo(ENOSYS);
        }
        assertThat(traced.answer(kind, SystemCall.OPENAT.number(processor))).isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(traced.answer(kind, SystemCall.PTRACE.number(processor))).isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(traced.answer(ProgramKind.I386.auditNumber(), 1)).isEqualTo(ENOSYS);
    }
}
