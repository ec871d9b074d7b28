package dev.sandboxed.provider.microvm.internal;

import java.util.List;
import java.util.Map;

/**
 * A setting that has one of a few values.
 *
 * @param name what it is called
 * @param values what it may be, the usual one first
 */
record Choice(String name, List<String> values) {

    /** What runs the processors of machines. */
    static final Choice ACCELERATOR = new Choice("accelerator", List.of("kvm", "tcg"));

    /** Whether the host's KVM must prove itself, or is taken as it is. */
    static final Choice KVM = new Choice("kvm", List.of("measured", "any"));

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it is none of its values
     */
    String of(String provider, Map<String, String> settings) {
        String written = settings.getOrDefault(name, values.get(0)).strip();
        if (!values.contains(written)) {
            throw new IllegalArgumentException("sandbox." + provider + "." + name + " is '" + written
                    + "'; give one of " + String.join(", ", values));
        }
        return written;
    }
}
