package dev.sandboxed.api.capability;

/**
 * Something a provider needs from its host.
 *
 * @param name what it is, for example {@code /dev/kvm} or {@code runsc}
 * @param purpose what it is needed for, in a few words
 */
public record HostRequirement(String name, String purpose) {}
