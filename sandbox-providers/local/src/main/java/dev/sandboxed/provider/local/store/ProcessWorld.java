package dev.sandboxed.provider.local.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where process ids mean something: two containers that share a folder do not share processes, and the owner of a sandbox
 * in one must not be taken for dead in the other.
 */
final class ProcessWorld {

    private static final String CURRENT = read();

    private ProcessWorld() {}

    static String current() {
        return CURRENT;
    }

    /** Give the namespace of process ids; the boot is left out, since after a reboot every owner is dead. */
    private static String read() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
        } catch (IOException | UnsupportedOperationException noNamespaces) {
            return "host";
        }
    }
}
