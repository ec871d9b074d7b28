package dev.sandboxed.linux.internal.proc;

import dev.sandboxed.api.Owner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where process ids mean something: two containers or two machines that share a folder or an engine do not share processes,
 * and the owner of a sandbox in one must not be taken for dead in the other.
 *
 * <p>Whatever is not known is an empty text. Neither the name of a machine nor the number of a namespace is unique: containers
 * of one image have the same of both on two machines. The boot is, and so only who runs on the same boot can be looked at.
 *
 * @param machine what the machine was named when it was installed, which it keeps when it boots again
 * @param host what it is called in its network
 * @param boot the current start of its kernel
 * @param namespace the namespace of process ids
 */
public record ProcessWorld(String machine, String host, String boot, String namespace) {

    /** What is known of an owner. */
    public enum Fate {
        /** It certainly lives. */
        ALIVE,
        /** It certainly does not. */
        DEAD,
        /** It cannot be looked at from here. */
        UNKNOWN
    }

    private static final ProcessWorld NOWHERE = new ProcessWorld("", "", "", "");

    /** The one that the kernel starts with, and that a machine has whenever it boots; a number of the kernel's interface. */
    private static final String FIRST_NAMESPACE = "pid:[4026531836]";

    /** An image that is to become many machines has nothing there, or the word "uninitialized". */
    private static final Pattern MACHINE_ID = Pattern.compile("[0-9a-f]{32}");

    private static final String NOTHING = "-";
    private static final int PARTS = 4;
    private static final ProcessWorld CURRENT = named(at(Path.of("/")));

    /** Returns the one that this process lives in. */
    public static ProcessWorld current() {
        return CURRENT;
    }

    /**
     * Returns one by the files that tell about it.
     *
     * @param root where they are, {@code /} for this process
     */
    public static ProcessWorld at(Path root) {
        String id = line(root.resolve("etc/machine-id"));
        return new ProcessWorld(
                MACHINE_ID.matcher(id).matches() ? id : "",
                line(root.resolve("proc/sys/kernel/hostname")),
                line(root.resolve("proc/sys/kernel/random/boot_id")),
                target(root.resolve("proc/self/ns/pid")));
    }

    /** Asks the system for its name where no file tells it. */
    private static ProcessWorld named(ProcessWorld world) {
        if (!world.host.isEmpty()) {
            return world;
        }
        try {
            String host = InetAddress.getLocalHost().getHostName();
            return new ProcessWorld(world.machine, host, world.boot, world.namespace);
        } catch (UnknownHostException nameless) {
            return new ProcessWorld(world.machine, "localhost", world.boot, world.namespace);
        }
    }

    /** Reads what {@link #written} gave; of any other text nothing is known. */
    public static ProcessWorld read(String written) {
        List<String> parts = Arrays.stream(written.split(" ", -1))
                .map(part -> part.equals(NOTHING) ? "" : part)
                .toList();
        return parts.size() == PARTS
                ? new ProcessWorld(parts.get(0), parts.get(1), parts.get(2), parts.get(3))
                : NOWHERE;
    }

    /** Writes it as one line. */
    public String written() {
        return String.join(
                " ",
                List.of(machine, host, boot, namespace).stream()
                        .map(part -> part.isEmpty() ? NOTHING : part)
                        .toList());
    }

    /**
     * Returns what became of an owner.
     *
     * @param where the world that it lives in, or lived
     */
    public Fate fateOf(Owner owner, ProcessWorld where) {
        if (shares(where)) {
            return owner.isAlive() ? Fate.ALIVE : Fate.DEAD;
        }
        return hasRebootedSince(where) ? Fate.DEAD : Fate.UNKNOWN;
    }

    /** Returns whether both have the same processes. Where no boot is known, as on other systems than Linux, names must do. */
    private boolean shares(ProcessWorld other) {
        return boot.isEmpty()
                ? !host.isEmpty() && equals(other)
                : boot.equals(other.boot) && !namespace.isEmpty() && namespace.equals(other.namespace);
    }

    /** The name in the network must be the same as well: whole machines are copied, and some containers see all processes. */
    private boolean hasRebootedSince(ProcessWorld other) {
        return !machine.isEmpty()
                && !boot.isEmpty()
                && !other.boot.isEmpty()
                && namespace.equals(FIRST_NAMESPACE)
                && equals(new ProcessWorld(other.machine, other.host, boot, other.namespace));
    }

    private static String line(Path file) {
        try {
            return Files.readString(file).strip().replaceAll("\\s.*", "");
        } catch (IOException unknown) {
            return "";
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException | UnsupportedOperationException noNamespaces) {
            return "";
        }
    }
}
