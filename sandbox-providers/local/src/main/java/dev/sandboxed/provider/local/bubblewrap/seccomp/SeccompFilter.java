package dev.sandboxed.provider.local.bubblewrap.seccomp;

import dev.sandboxed.process.seccomp.FilterCode;
import dev.sandboxed.process.seccomp.Processor;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * What processes of a sandbox may ask of the kernel. One program serves all processors that we know; on any other, and for
 * programs of another kind such as those of 32 bits, nothing is allowed at all.
 */
public final class SeccompFilter {

    private static final int EPERM = 1;
    private static final int ENOSYS = 38;
    private static final int EAFNOSUPPORT = 97;

    /** The kinds of namespaces, by the flags that ask for a new one. */
    private static final int NEW_NAMESPACE = 0x7e02_0000;
    /** In {@code clone} this bit is part of a signal's number. */
    private static final int NEW_TIME_NAMESPACE = 0x80;

    private static final int SET_IDS = 06000;
    private static final int CREATE = 0100 | 020_000_000;
    /** Puts characters into a terminal as if somebody had typed them. */
    private static final int TIOCSTI = 0x5412;

    private static final int TIOCLINUX = 0x541c;
    private static final int FIRST_X32 = 0x4000_0000;

    /** Sockets within this host, the two internet protocols, and what programs ask for addresses with. */
    private static final int[] FAMILIES = {1, 2, 10, 16};

    /** Programs have another way for these, and take it when there is no such call. */
    private static final Set<SystemCall> ABSENT = EnumSet.of(
            SystemCall.CLONE3,
            SystemCall.OPENAT2,
            SystemCall.IO_URING_SETUP,
            SystemCall.IO_URING_ENTER,
            SystemCall.IO_URING_REGISTER);

    private SeccompFilter() {}

    /** Give the program, as bubblewrap passes it on to the kernel. */
    public static byte[] program() {
        FilterCode all = new FilterCode().loadProcessor();
        for (Processor processor : Processor.values()) {
            all.ifEqual(processor.auditNumber(), calls(processor));
        }
        return all.kill().bytes();
    }

    private static FilterCode calls(Processor processor) {
        FilterCode code = new FilterCode().loadNumber();
        if (processor == Processor.X86_64) {
            // The same calls again under other numbers, for programs with short pointers.
            code.ifAtLeast(FIRST_X32, new FilterCode().fail(ENOSYS));
        }
        Map<SystemCall, FilterCode> conditional = conditional();
        for (SystemCall call : SystemCall.values()) {
            int number = call.number(processor);
            if (number != SystemCall.NONE) {
                FilterCode plain = new FilterCode().fail(ABSENT.contains(call) ? ENOSYS : EPERM);
                code.ifEqual(number, conditional.getOrDefault(call, plain));
            }
        }
        return code.allow();
    }

    private static Map<SystemCall, FilterCode> conditional() {
        Map<SystemCall, FilterCode> rules = new EnumMap<>(SystemCall.class);
        rules.put(SystemCall.UNSHARE, refuseBits(0, NEW_NAMESPACE | NEW_TIME_NAMESPACE));
        rules.put(SystemCall.CLONE, refuseBits(0, NEW_NAMESPACE));
        // A program with one of these bits, made in a writable mount, would run as the user or the group of the tests
        // for everybody out there. No folder gets them when it is made: the kernel takes them off.
        rules.put(SystemCall.CHMOD, refuseBits(1, SET_IDS));
        rules.put(SystemCall.FCHMOD, refuseBits(1, SET_IDS));
        rules.put(SystemCall.FCHMODAT, refuseBits(2, SET_IDS));
        rules.put(SystemCall.FCHMODAT2, refuseBits(2, SET_IDS));
        rules.put(SystemCall.CREAT, refuseBits(1, SET_IDS));
        rules.put(SystemCall.MKNOD, refuseBits(1, SET_IDS));
        rules.put(SystemCall.MKNODAT, refuseBits(2, SET_IDS));
        rules.put(SystemCall.OPEN, refuseCreation(1));
        rules.put(SystemCall.OPENAT, refuseCreation(2));
        rules.put(SystemCall.IOCTL, refuseTyping());
        rules.put(SystemCall.SOCKET, allowFamilies());
        return rules;
    }

    private static FilterCode refuseBits(int argument, int mask) {
        return new FilterCode()
                .loadArgument(argument)
                .ifAnyBit(mask, new FilterCode().fail(EPERM))
                .allow();
    }

    /** The mode follows the flags, and means something only where the flags ask for a new file. */
    private static FilterCode refuseCreation(int flags) {
        return new FilterCode()
                .loadArgument(flags)
                .ifAnyBit(CREATE, refuseBits(flags + 1, SET_IDS))
                .allow();
    }

    private static FilterCode refuseTyping() {
        FilterCode refused = new FilterCode().fail(EPERM);
        return new FilterCode()
                .loadArgument(1)
                .ifEqual(TIOCSTI, refused)
                .ifEqual(TIOCLINUX, refused)
                .allow();
    }

    private static FilterCode allowFamilies() {
        FilterCode code = new FilterCode().loadArgument(0);
        for (int family : FAMILIES) {
            code.ifEqual(family, new FilterCode().allow());
        }
        return code.fail(EAFNOSUPPORT);
    }
}
