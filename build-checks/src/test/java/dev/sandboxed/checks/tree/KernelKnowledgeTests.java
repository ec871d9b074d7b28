package dev.sandboxed.checks.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One module knows the kernel: sandbox-linux. */
class KernelKnowledgeTests {

    /** Who may know something of the kernel all the same, and why. */
    private static final Map<String, String> ALLOWED = Map.of(
            "sandbox-providers/api/src/main/java/dev/sandboxed/api/Owner.java",
            "the API has no dependency at all, and an owner is known by when its process was started",
            "sandbox-providers/docker/src/main/java/dev/sandboxed/provider/docker/internal/container/ContainerPlan.java",
            "the options of a folder in memory are words of the engine, which mounts it on a host that may be another one");

    @Test
    void nobodyElseNamesFilesOfTheKernelFlagsOfMountsOrNumbersOfCalls() {
        assertThat(KernelKnowledge.of(Repository.find()).outsideOfLinux().keySet())
                .as(
                        "what sources outside of sandbox-linux know of the kernel; who need not be allowed any more is missing")
                .containsExactlyInAnyOrderElementsOf(ALLOWED.keySet());
    }

    @Test
    void whatIsKnownIsNamedWhereverItStands() {
        String source = """
                /** Of /proc a comment may speak. */
                class Knowing { // and of nosuid, too
                    String a = "/proc/self", b = "in \\"/sys/fs", c = "rw,nodev";
                    String script = \"""
                            cat proc/version
                            \""";
                    int flags = CLONE_NEWNS | MS_REC;
                }
                """;

        assertThat(found("sandbox-providers/oci/src/main/java/Knowing.java", source))
                .containsOnly(Map.entry(
                        "sandbox-providers/oci/src/main/java/Knowing.java",
                        List.of("/proc", "/sys", "nodev", "proc/", "CLONE_NEWNS", "MS_REC")));
        assertThat(found("sandbox-providers/linux/src/main/java/Knowing.java", source))
                .isEmpty();
    }

    @Test
    void whatOnlySoundsLikeItIsNotNamed() {
        String source =
                "class Plain { String a = \"/process/system\", b = \"mount proc\"; char q = '\"'; int MSG = 1; }";

        assertThat(found("sandbox-providers/oci/src/main/java/Plain.java", source))
                .isEmpty();
    }

    private static Map<String, List<String>> found(String path, String source) {
        return new KernelKnowledge(Map.of(path, source)).outsideOfLinux();
    }
}
