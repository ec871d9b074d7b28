package dev.sandboxed.conformance.hostile;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.conformance.internal.text.ResourceText;
import dev.sandboxed.conformance.internal.trial.GuestKernel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the processes of a sandbox reach, as found out inside and not as declared.
 *
 * @param ownKernel whether another kernel than the host's answers
 * @param apart whether it is certain that the host's processes, mounts and shared memory are out of reach
 * @param seen what was seen inside, for people
 */
record GuestReach(boolean ownKernel, boolean apart, String seen) {

    /** Asks without starting a process per answer. Threads of a kernel have no command line, and are not counted. */
    private static final String QUESTION = ResourceText.of(GuestReach.class, "reach.sh");

    private static final Path NAMESPACES = Path.of("/proc/self/ns");
    private static final List<String> KINDS = List.of("pid", "ipc", "mnt");
    private static final Pattern LINK = Pattern.compile("[a-z]+:\\[\\d+\\]");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");
    /** A machine has more than that, a sandbox in which nothing runs yet has not. */
    private static final int MOST_PROCESSES = 25;

    static GuestReach in(Sandbox sandbox, Isolation declared) {
        List<String> answer = sandbox.shell(QUESTION).stdout().lines().toList();
        if (answer.size() != KINDS.size() + 1) {
            return new GuestReach(false, false, answer.toString());
        }
        boolean elsewhere = KINDS.stream().allMatch(kind -> isAnother(kind, answer.get(KINDS.indexOf(kind))));
        // A kernel of its own may have no namespaces, or the same numbers. Who declares none has to show namespaces.
        boolean ownKernel = (declared.atLeast(Isolation.USERSPACE_KERNEL) || !Files.exists(NAMESPACES))
                && isOwn(GuestKernel.in(sandbox));
        return new GuestReach(
                ownKernel, isFew(answer.get(KINDS.size())) && (elsewhere || ownKernel), answer.toString());
    }

    private static boolean isOwn(GuestKernel kernel) {
        return kernel.isKnown() && !kernel.isTheHosts();
    }

    /**
     * The namespace may be another than ours and still be a whole machine's, where this process is in a container itself and
     * its sandboxes are not.
     */
    private static boolean isFew(String processes) {
        if (!NUMBER.matcher(processes).matches()) {
            return false;
        }
        int seen = Integer.parseInt(processes);
        return seen > 0 && seen <= MOST_PROCESSES;
    }

    private static boolean isAnother(String kind, String inside) {
        try {
            String hosts = Files.readSymbolicLink(NAMESPACES.resolve(kind)).toString();
            return LINK.matcher(inside).matches() && inside.startsWith(kind) && !inside.equals(hosts);
        } catch (IOException unknown) {
            return false;
        }
    }
}
