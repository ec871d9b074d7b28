package dev.sandboxed.linux.internal.seccomp;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes rules as the part of a container's description that runtimes read. Names that a host's library does not know are left
 * out by the runtime.
 */
public final class OciProfile {

    private static final List<String> ARCHITECTURES =
            List.of("SCMP_ARCH_X86_64", "SCMP_ARCH_X86", "SCMP_ARCH_X32", "SCMP_ARCH_AARCH64", "SCMP_ARCH_ARM");

    /** The kernel looks at the lower half of an argument only. */
    private static final long LOWER_HALF = 0xFFFF_FFFFL;

    private OciProfile() {}

    /** Writes the one for containers. */
    public static Map<String, Object> forContainers() {
        List<Map<String, Object>> refusals = new ArrayList<>();
        Map<Integer, List<String>> always = new TreeMap<>();
        Rules.forContainers().forEach((call, rule) -> {
            if (rule instanceof Rule.Always refused) {
                always.computeIfAbsent(refused.error(), error -> new ArrayList<>())
                        .add(call.called());
            } else {
                refuse(refusals, call.called(), rule);
            }
        });
        always.forEach((error, calls) -> refusals.add(refusal(calls, error, List.of())));
        return Map.of(
                "defaultAction", "SCMP_ACT_ALLOW", "architectures", ARCHITECTURES, "syscalls", List.copyOf(refusals));
    }

    private static void refuse(List<Map<String, Object>> refusals, String call, Rule rule) {
        if (rule instanceof Rule.IfAnyBit bits) {
            for (int mask = bits.mask(); mask != 0; mask &= mask - 1) {
                long bit = Integer.toUnsignedLong(Integer.lowestOneBit(mask));
                refusals.add(refusal(List.of(call), Rule.EPERM, List.of(equal(bits.argument(), bit, bit))));
            }
        } else if (rule instanceof Rule.IfOneOf one) {
            for (int value : one.values()) {
                refusals.add(refusal(List.of(call), Rule.EPERM, List.of(equal(one.argument(), LOWER_HALF, value))));
            }
        } else {
            throw new IllegalArgumentException("A profile that allows by default cannot express " + rule);
        }
    }

    private static Map<String, Object> equal(int argument, long mask, long value) {
        return Map.of("index", argument, "value", mask, "valueTwo", value, "op", "SCMP_CMP_MASKED_EQ");
    }

    private static Map<String, Object> refusal(List<String> calls, int error, List<Map<String, Object>> arguments) {
        return Map.of("names", calls, "action", "SCMP_ACT_ERRNO", "errnoRet", error, "args", arguments);
    }
}
