package dev.sandboxed.provider.docker.internal.image;

import java.util.Arrays;
import java.util.Optional;

/** Know the architectures of images, by the names that kernels, images and programs give them. */
enum Architecture {
    AMD64("amd64", 62),
    ARM64("arm64", 183),
    ARM("arm", 40),
    I386("386", 3),
    RISCV64("riscv64", 243),
    PPC64LE("ppc64le", 21),
    S390X("s390x", 22);

    private final String image;
    private final int elfMachine;

    Architecture(String image, int elfMachine) {
        this.image = image;
        this.elfMachine = elfMachine;
    }

    /** Returns its name in the configuration of an image. */
    String image() {
        return image;
    }

    /** Finds the one that an engine names, as kernels do (Docker) or as images do (Podman). */
    static Optional<Architecture> named(String name) {
        return switch (name) {
            case "x86_64" -> Optional.of(AMD64);
            case "aarch64" -> Optional.of(ARM64);
            case "armv6l", "armv7l", "armhf" -> Optional.of(ARM);
            case "i386", "i686" -> Optional.of(I386);
            default ->
                Arrays.stream(values()).filter(one -> one.image.equals(name)).findFirst();
        };
    }

    /** Finds the one that the header of a program names. */
    static Optional<Architecture> ofElf(int machine) {
        return Arrays.stream(values()).filter(one -> one.elfMachine == machine).findFirst();
    }
}
