package dev.sandboxed.provider.local.bubblewrap.seccomp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.process.seccomp.Processor;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SeccompFilterTests {

    private static final int EPERM = FilterInterpreter.failure(1);
    private static final int ENOSYS = FilterInterpreter.failure(38);
    private static final int NO_FAMILY = FilterInterpreter.failure(97);
    private static final int NEW_USER = 0x1000_0000;

    /** Those that are refused only with some arguments. */
    private static final Set<SystemCall> CONDITIONAL = EnumSet.of(
            SystemCall.UNSHARE,
            SystemCall.CLONE,
            SystemCall.IOCTL,
            SystemCall.SOCKET,
            SystemCall.CHMOD,
            SystemCall.FCHMOD,
            SystemCall.FCHMODAT,
            SystemCall.FCHMODAT2,
            SystemCall.CREAT,
            SystemCall.OPEN,
            SystemCall.OPENAT,
            SystemCall.MKNOD,
            SystemCall.MKNODAT);

    private final FilterInterpreter filter = new FilterInterpreter(SeccompFilter.program());

    private int answer(Processor processor, SystemCall call, long... arguments) {
        return filter.answer(processor.auditNumber(), call.number(processor), arguments);
    }

    @ParameterizedTest
    @EnumSource(Processor.class)
    void dangerousCallsFailWhateverTheirArguments(Processor processor) {
        for (SystemCall call : EnumSet.complementOf(EnumSet.copyOf(CONDITIONAL))) {
            if (call.number(processor) != SystemCall.NONE) {
                assertThat(answer(processor, call))
                        .as("%s on %s", call, processor)
                        .isIn(EPERM, ENOSYS);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Processor.class)
    void namespacesCannotBeMadeButThreadsAndProcessesCan(Processor processor) {
        assertThat(answer(processor, SystemCall.UNSHARE, NEW_USER)).isEqualTo(EPERM);
        assertThat(answer(processor, SystemCall.CLONE, NEW_USER | 17)).isEqualTo(EPERM);
        assertThat(answer(processor, SystemCall.CLONE, 0x003d_0f00)).isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(answer(processor, SystemCall.UNSHARE, 0x400)).isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(answer(processor, SystemCall.CLONE3))
                .as("its flags cannot be seen")
                .isEqualTo(ENOSYS);
    }

    @ParameterizedTest
    @EnumSource(Processor.class)
    void nobodyTypesIntoATerminalForOthers(Processor processor) {
        assertThat(answer(processor, SystemCall.IOCTL, 0, 0x5412)).isEqualTo(EPERM);
        assertThat(answer(processor, SystemCall.IOCTL, 0, 0x5413)).isEqualTo(FilterInterpreter.ALLOWED);
        assertThat(answer(processor, SystemCall.IOCTL, 0, 0xffff_ffff_0000_5412L))
                .as("the kernel looks at the lower half only, and so must we")
                .isEqualTo(EPERM);
    }

    @ParameterizedTest
    @EnumSource(Processor.class)
    void onlyFamiliarSocketsAreMade(Processor processor) {
        for (int family : new int[] {1, 2, 10, 16}) {
            assertThat(answer(processor, SystemCall.SOCKET, family)).isEqualTo(FilterInterpreter.ALLOWED);
        }
        for (int family : new int[] {17, 38, 40}) {
            assertThat(answer(processor, SystemCall.SOCKET, family)).isEqualTo(NO_FAMILY);
        }
    }

    @ParameterizedTest
    @EnumSource(Processor.class)
    void noFileGetsABitThatMakesItRunAsItsOwnerOrItsGroup(Processor processor) {
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
    @EnumSource(Processor.class)
    void whatIsNotNamedIsAllowed(Processor processor) {
        assertThat(filter.answer(processor.auditNumber(), processor == Processor.X86_64 ? 0 : 63))
                .isEqualTo(FilterInterpreter.ALLOWED);
    }

    @Test
    void programsOfAnotherKindAreKilledAndThoseWithShortPointersFail() {
        int i386 = 0x4000_0003;
        assertThat(filter.answer(i386, 1)).isEqualTo(FilterInterpreter.KILLED);
        assertThat(filter.answer(Processor.X86_64.auditNumber(), 0x4000_0000 | 39))
                .isEqualTo(ENOSYS);
    }
}
