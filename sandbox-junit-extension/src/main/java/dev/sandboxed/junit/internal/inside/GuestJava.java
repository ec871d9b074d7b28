package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.junit.InsideSandboxException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The JDK that runs in sandboxes of a kind, and how classes come to it.
 *
 * @param program its {@code java}
 * @param identity what tells it from others, since an archive of classes fits only one
 * @param way how classes come there
 */
record GuestJava(String program, String identity, Way way) {

    private static final int OLDEST = 17;

    private static final DataSize USUAL_HEAP = DataSize.ofMebibytes(512);
    private static final long LEAST_HEAP = DataSize.ofMebibytes(24).bytes();

    /** What a JVM needs besides its heap: classes, code, stacks. */
    private static final long BESIDES = DataSize.ofMebibytes(96).bytes();

    private static final String PROBE = """
            sign=$1
            shift
            printf 'sign=%s\\n' "$(cat "$sign" 2>/dev/null)"
            for java in "$@"; do
                printf 'java=%s\\n' "$java"
                "$java" -XshowSettings:properties -version 2>&1
            done
            true
            """;

    /**
     * Finds a JDK inside by trying: that of the host first, which understands all classes that it has loaded here.
     *
     * @param mounted whether classes and the host's JDK were mounted
     * @throws InsideSandboxException if none runs there
     */
    static GuestJava find(Sandbox sandbox, HostJava host, Shipment shipment, boolean mounted) {
        String said = sandbox.exec(
                        Command.of("/bin/sh", "-c", PROBE, "sh", shipment.sign().toString(), host.program(), "java"))
                .orThrow()
                .stdout();
        List<String> answers = List.of(said.split("(?m)^java=", -1));
        boolean shared =
                answers.get(0).strip().equals("sign=" + shipment.classPath().digest());
        Way way = mounted ? Way.MOUNTED : shared ? Way.SHARED : Way.UPLOADED;
        for (String answer : answers.subList(1, answers.size())) {
            Map<String, String> properties = properties(answer);
            if (feature(properties) >= OLDEST) {
                return new GuestJava(answer.lines().findFirst().orElseThrow(), properties.toString(), way);
            }
        }
        throw new InsideSandboxException(
                Fault.of("No Java " + OLDEST + " or newer runs inside the sandbox: " + tried(answers))
                        .provider(sandbox.info().provider())
                        .sandbox(sandbox.id())
                        .remedy(
                                "use an image that has a JDK in its path, or a provider that mounts that of this host and an image with its"
                                        + " C library, as bubblewrap and runc have without an image"));
    }

    private static String tried(List<String> answers) {
        return answers.subList(1, answers.size()).stream()
                .map(answer -> answer.lines().limit(3).map(String::strip).collect(Collectors.joining(": ")))
                .collect(Collectors.joining("; "));
    }

    private static Map<String, String> properties(String answer) {
        return answer.lines()
                .map(line -> line.strip().split(" = ", 2))
                .filter(pair -> pair.length == 2)
                .filter(pair -> List.of(
                                "java.specification.version",
                                "java.vm.version",
                                "java.vm.vendor",
                                "java.vm.name",
                                "os.arch")
                        .contains(pair[0]))
                .collect(Collectors.toMap(
                        pair -> pair[0], pair -> pair[1], (one, other) -> one, java.util.TreeMap::new));
    }

    private static int feature(Map<String, String> properties) {
        String version = properties.getOrDefault("java.specification.version", "0");
        return version.matches("[0-9]{1,4}") ? Integer.parseInt(version) : 1;
    }

    /**
     * Returns the command, with as much memory as the JVM may take.
     *
     * @param file the file with the class path, and arguments that any later ones win over
     */
    List<String> command(String file, Limits limits) {
        return List.of(program, "@" + file, "-Xmx" + heap(limits) / 1024 + "k");
    }

    private static long heap(Limits limits) {
        return limits.memory()
                .map(memory -> Math.max(LEAST_HEAP, Math.min(memory.bytes() / 4 * 3, memory.bytes() - BESIDES)))
                .orElse(USUAL_HEAP.bytes());
    }
}
