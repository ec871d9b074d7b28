package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.conformance.internal.host.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel that answers inside a sandbox, or on the host, as far as it tells anything about itself.
 *
 * @param bootId differs for every start of a kernel; empty where it is not told
 * @param version the long text of its version; empty where it is not told
 * @param release what {@code uname} tells of its release and its making; empty where it is not told
 * @param memory the line with the size of its memory; empty where it is not told
 */
public record GuestKernel(String bootId, String version, String release, String memory) {

    private static final Pattern MEMORY = Pattern.compile("MemTotal:\\s*(\\d+ \\w+)");
    private static final Pattern NAMESPACE = Pattern.compile("\\w+:\\[\\d+\\]");

    /** Returns the kernel inside a sandbox. */
    public static GuestKernel in(Sandbox sandbox) {
        return told(
                file -> sandbox.shell("cat " + file + " 2>/dev/null").stdout().strip(),
                sandbox.shell("uname -r -v 2>/dev/null").stdout().strip());
    }

    /** Returns the kernel of this host. */
    public static GuestKernel ofHost() {
        String made = HostFacts.text(Path.of("/proc/sys/kernel/version"));
        return told(file -> HostFacts.text(Path.of(file)), (HostFacts.current().kernel() + " " + made).strip());
    }

    private static GuestKernel told(UnaryOperator<String> read, String release) {
        Matcher memory = MEMORY.matcher(read.apply("/proc/meminfo"));
        return new GuestKernel(
                read.apply("/proc/sys/kernel/random/boot_id"),
                read.apply("/proc/version"),
                release,
                memory.find() ? memory.group(1) : "");
    }

    /** Returns whether it is known what kernel this is. */
    public boolean isKnown() {
        return !(bootId + version + release).isEmpty();
    }

    /**
     * Returns whether this is the running kernel of the host.
     *
     * <p>The id of its start decides. Two machines may well run the same version, so that counts only where there is no id,
     * and what {@code uname} tells, which no file has to be shown for, where there is no version.
     */
    public boolean isTheHosts() {
        GuestKernel host = ofHost();
        if (!bootId.isEmpty()) {
            return bootId.equals(host.bootId);
        }
        return version.isEmpty() ? !release.isEmpty() && release.equals(host.release) : version.equals(host.version);
    }

    /** Returns which of the host's namespaces the processes of a sandbox on the host's kernel are in. */
    public static List<String> sharedNamespaces(Sandbox sandbox, String... kinds) {
        return List.of(kinds).stream()
                .filter(kind -> {
                    String place = "/proc/self/ns/" + kind;
                    String script = "readlink " + place + " 2>/dev/null || ls -l " + place + " 2>/dev/null";
                    Optional<String> inside = namespace(sandbox.shell(script).stdout());
                    return inside.isPresent() && inside.equals(namespace(hosts(Path.of(place))));
                })
                .toList();
    }

    private static String hosts(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static Optional<String> namespace(String text) {
        Matcher found = NAMESPACE.matcher(text);
        return found.find() ? Optional.of(found.group()) : Optional.empty();
    }
}
