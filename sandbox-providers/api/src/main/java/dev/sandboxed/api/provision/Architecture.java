package dev.sandboxed.api.provision;

import java.util.Optional;

/** What kind of processor programs are made for. */
public enum Architecture {
    X86_64,
    AARCH64;

    /**
     * Returns the architecture that goes by a name.
     *
     * @param name as the kernel or Java call it
     * @return empty if nothing is published for it here
     */
    public static Optional<Architecture> named(String name) {
        return switch (name) {
            case "x86_64", "amd64" -> Optional.of(X86_64);
            case "aarch64", "arm64" -> Optional.of(AARCH64);
            default -> Optional.empty();
        };
    }
}
