package dev.sandboxed.provider.docker.internal.container;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.linux.internal.seccomp.Rule;
import dev.sandboxed.linux.internal.seccomp.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The filter of system calls for containers that share a folder with the host. It allows what the engine's own does, but
 * no file can be made setuid or setgid: on the host such a file would give its owner's rights to whoever runs it, and its
 * owner may be root there.
 *
 * <p>A filter sees numbers and nothing that lies in memory. Calls that take modes from there are answered as by a kernel that
 * does not know them; libraries then use those that are older.
 */
final class SystemCallFilter {

    private static final String ALLOW = "SCMP_ACT_ALLOW";
    private static final String ERROR = "SCMP_ACT_ERRNO";

    private static final long NEW_NAMESPACES = 0x7E020000L;
    /** Ordinary Linux, two peculiarities of old programs, both together, and the question which one it is. */
    private static final List<Long> PERSONALITIES = List.of(0L, 0x8L, 0x20000L, 0x20008L, 0xFFFFFFFFL);

    private static final long SOCKETS_TO_THE_HYPERVISOR = 40;

    private static final String WRITTEN = write();

    private SystemCallFilter() {}

    /** Returns it as an option of the engine, which takes it as it is. */
    static String option() {
        return "seccomp=" + WRITTEN;
    }

    private static String write() {
        List<Map<String, Object>> rules = new ArrayList<>();
        rules.add(allow(harmless(), List.of()));
        Rules.ofRights().forEach((call, rule) -> {
            if (rule instanceof Rule.IfAnyBit bits) {
                rules.add(allow(call.called(), none(bits.argument(), bits.mask())));
            } else if (rule instanceof Rule.IfNewFileHasAnyBit created) {
                rules.add(allow(call.called(), none(created.flags(), Rules.NEW_FILE)));
                rules.add(allow(call.called(), none(created.flags() + 1, created.mask())));
            }
        });
        rules.add(allow("clone", none(0, NEW_NAMESPACES)));
        PERSONALITIES.forEach(value -> rules.add(allow("personality", compare(0, "SCMP_CMP_EQ", value))));
        rules.add(allow("socket", compare(0, "SCMP_CMP_NE", SOCKETS_TO_THE_HYPERVISOR)));
        rules.add(Map.of(
                "names", List.of("clone3", "openat2"), "action", ERROR, "errnoRet", Rule.ENOSYS, "args", List.of()));
        try {
            return JsonMapper.builder()
                    .build()
                    .writeValueAsString(Map.of("defaultAction", ERROR, "archMap", processors(), "syscalls", rules));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Lists of texts and numbers cannot be written", e);
        }
    }

    /** Programs for the smaller sister of a processor run as well. */
    private static List<Map<String, Object>> processors() {
        return List.of(
                Map.of(
                        "architecture",
                        "SCMP_ARCH_X86_64",
                        "subArchitectures",
                        List.of("SCMP_ARCH_X86", "SCMP_ARCH_X32")),
                Map.of("architecture", "SCMP_ARCH_AARCH64", "subArchitectures", List.of("SCMP_ARCH_ARM")));
    }

    private static Map<String, Object> allow(String name, Map<String, Object> condition) {
        return allow(List.of(name), List.of(condition));
    }

    private static Map<String, Object> allow(List<String> names, List<Map<String, Object>> conditions) {
        return Map.of("names", names, "action", ALLOW, "args", conditions);
    }

    /** Requires that an argument has none of some bits. */
    private static Map<String, Object> none(int argument, long bits) {
        return Map.of("index", argument, "value", bits, "valueTwo", 0, "op", "SCMP_CMP_MASKED_EQ");
    }

    private static Map<String, Object> compare(int argument, String how, long value) {
        return Map.of("index", argument, "value", value, "op", how);
    }

    private static List<String> harmless() {
        try (InputStream list = SystemCallFilter.class.getResourceAsStream("system-calls.txt")) {
            byte[] text = Objects.requireNonNull(list, "system-calls.txt").readAllBytes();
            return new String(text, StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .flatMap(line -> Arrays.stream(line.split(" ")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
