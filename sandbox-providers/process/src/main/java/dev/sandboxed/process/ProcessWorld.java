package dev.sandboxed.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where process ids mean something: two containers that share a folder do not share processes, and the owner of a sandbox
 * in one must not be taken for dead in the other.
 */
public final class ProcessWorld {

    private static final String CURRENT = read();
    private static final String MACHINE = machine();

    private ProcessWorld() {}

    /** Name the one that this process lives in. */
    public static String current() {
        return CURRENT;
    }

    /** Name it so that it can be told from those of other machines, for runtimes that several machines share. */
    public static String ofMachine() {
        return MACHINE + " " + CURRENT;
    }

    private static String machine() {
        try {
            return Files.readString(Path.of("/etc/machine-id")).strip();
        } catch (IOException unknown) {
            return bootId();
        }
    }

    /** Where a machine has no name of its own, its last start has one. */
    private static String bootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException unknown) {
            return "machine";
        }
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
