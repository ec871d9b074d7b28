package dev.sandboxed.linux.internal.seccomp;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Writes rules as programs that the kernel runs before each system call. */
public final class FilterProgram {

    /** From here on come the calls of the first kind again, for programs with short pointers. */
    private static final int FIRST_X32 = 0x4000_0000;

    /** From here on every kind of program has the same numbers, and PRoot knows none of the calls. */
    private static final int FIRST_UNIFORM = 424;

    private static final Set<ProgramKind> OF_64_BITS = EnumSet.of(ProgramKind.X86_64, ProgramKind.AARCH64);

    private static final Map<SystemCall, Rule> NO_MEMBARRIER =
            Map.of(SystemCall.MEMBARRIER, new Rule.Always(Rule.ENOSYS));

    private FilterProgram() {}

    /** Writes the one for processes that are walled in by namespaces and this alone. Programs of 32 bits are killed. */
    public static byte[] forBoxes() {
        return written(OF_64_BITS, Rules.forBoxes(), true);
    }

    /** Writes one that leaves out {@code membarrier} and nothing else. */
    public static byte[] withoutMembarrier() {
        return written(EnumSet.allOf(ProgramKind.class), NO_MEMBARRIER, false);
    }

    /**
     * Writes one that refuses files which run with the rights of their user or group; and everything to programs that we know
     * no numbers for.
     *
     * @param membarrier whether {@code membarrier} stays
     */
    public static byte[] withoutSetIds(boolean membarrier) {
        Map<SystemCall, Rule> rules = new EnumMap<>(Rules.ofRights());
        if (!membarrier) {
            rules.putAll(NO_MEMBARRIER);
        }
        return written(EnumSet.allOf(ProgramKind.class), rules, true);
    }

    /**
     * Returns the one for programs whose paths PRoot translates. Calls that came later than it knows of are refused as if the
     * kernel were older, and so is everything to programs of 32 bits.
     */
    public static byte[] forTranslatedPaths() {
        FilterCode unknown = new FilterCode().fail(Rule.ENOSYS);
        FilterCode all = new FilterCode().loadProcessor();
        for (ProgramKind kind : OF_64_BITS) {
            FilterCode calls = new FilterCode().loadNumber().ifAtLeast(FIRST_UNIFORM, unknown);
            Rules.forTranslatedPaths().forEach((call, rule) -> calls.ifEqual(call.number(kind), code(rule)));
            all.ifEqual(kind.auditNumber(), calls.allow());
        }
        return all.fail(Rule.ENOSYS).bytes();
    }

    /** Strictly, programs of other kinds are killed, and nothing works for those with short pointers. */
    private static byte[] written(Set<ProgramKind> kinds, Map<SystemCall, Rule> rules, boolean strict) {
        FilterCode all = new FilterCode().loadProcessor();
        for (ProgramKind kind : kinds) {
            FilterCode calls = new FilterCode().loadNumber();
            if (strict && kind == ProgramKind.X86_64) {
                calls.ifAtLeast(FIRST_X32, new FilterCode().fail(Rule.ENOSYS));
            }
            rules.forEach((call, rule) -> {
                int number = call.number(kind);
                if (number != SystemCall.NONE) {
                    calls.ifEqual(number, code(rule));
                }
            });
            all.ifEqual(kind.auditNumber(), calls.allow());
        }
        return (strict ? all.kill() : all.allow()).bytes();
    }

    private static FilterCode code(Rule rule) {
        FilterCode code = new FilterCode();
        FilterCode refused = new FilterCode().fail(Rule.EPERM);
        if (rule instanceof Rule.Always always) {
            return code.fail(always.error());
        }
        if (rule instanceof Rule.IfAnyBit bits) {
            return code.loadArgument(bits.argument())
                    .ifAnyBit(bits.mask(), refused)
                    .allow();
        }
        if (rule instanceof Rule.IfNewFileHasAnyBit created) {
            // The mode means something only where the flags ask for a new file.
            return code.loadArgument(created.flags())
                    .ifAnyBit(Rules.NEW_FILE, code(new Rule.IfAnyBit(created.flags() + 1, created.mask())))
                    .allow();
        }
        if (rule instanceof Rule.IfOneOf one) {
            code.loadArgument(one.argument());
            one.values().forEach(value -> code.ifEqual(value, refused));
            return code.allow();
        }
        Rule.UnlessOneOf unless = (Rule.UnlessOneOf) rule;
        code.loadArgument(unless.argument());
        unless.values().forEach(value -> code.ifEqual(value, new FilterCode().allow()));
        return code.fail(unless.error());
    }
}
