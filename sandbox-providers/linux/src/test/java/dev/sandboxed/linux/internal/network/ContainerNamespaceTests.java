package dev.sandboxed.linux.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.linux.internal.libc.HostPlatform;
import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With a process in a namespace of its own, and a kernel's files that tell of it what a test says. */
@Timeout(60)
class ContainerNamespaceTests {

    private static final String CONTAINER = "0a".repeat(32);

    @TempDir
    Path root;

    private Process first;

    @BeforeEach
    void startAProcess() throws IOException {
        assumeTrue(
                HostPlatform.current() == HostPlatform.LINUX && HostPlatform.isRoot(),
                "it takes root to make a network namespace");
        first = new ProcessBuilder("unshare", "--net", "sh", "-c", "echo; cat").start();
        assertThat(first.getInputStream().read()).isEqualTo('\n');
    }

    @AfterEach
    void endIt() throws InterruptedException {
        if (first != null) {
            first.destroyForcibly().waitFor();
        }
    }

    private void tell(Path namespace, String group) throws IOException {
        Path process = Files.createDirectories(root.resolve("proc/77/ns")).getParent();
        Files.createSymbolicLink(process.resolve("ns/net"), namespace);
        Files.writeString(process.resolve("cgroup"), "0::/system.slice/" + group + ".scope\n");
    }

    private Path namespaceOfProcess() {
        return Path.of("/proc", String.valueOf(first.pid()), "ns/net");
    }

    private ContainerNamespace open(String container) throws IOException {
        return ContainerNamespace.open(root, 77, container);
    }

    /** One that others have closed since they were listed is none. */
    private static boolean isNamespace(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("net:[");
        } catch (IOException closed) {
            return false;
        }
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(ContainerNamespaceTests::isNamespace).count();
        }
    }

    @Test
    void theOneOfAContainersProcessIsEnteredEvenAfterThatHasEnded() throws Exception {
        tell(namespaceOfProcess(), "docker-" + CONTAINER);
        try (ContainerNamespace namespace = open(CONTAINER)) {
            endIt();

            assertThat(namespace.namespace().isOurOwn()).isFalse();
            assertThat(namespace
                            .namespace()
                            .call(() -> NetworkInterface.getByName("lo").isUp()))
                    .isFalse();
        }
    }

    @Test
    void onceItIsClosedItIsNotEnteredAnyMoreAndClosingTwiceClosesNothingElse() throws IOException {
        tell(namespaceOfProcess(), "docker-" + CONTAINER);
        ContainerNamespace namespace = open(CONTAINER);
        Path held = namespace.namespace().path();
        namespace.close();
        assertThat(held).doesNotExist();

        try (ContainerNamespace next = open(CONTAINER)) {
            namespace.close();
            assertThat(Files.readSymbolicLink(next.namespace().path()).toString())
                    .startsWith("net:[");
        }
    }

    @Test
    void aStrangerWithTheNumberOfTheContainersProcessIsRefused() throws IOException {
        tell(namespaceOfProcess(), "session-1");
        long before = descriptors();

        assertThatThrownBy(() -> open(CONTAINER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("process 77")
                .hasMessageContaining(CONTAINER);
        assertThat(descriptors()).isEqualTo(before);
    }

    @Test
    void aRealProcessOfThisHostIsNoContainers() {
        assertThatThrownBy(() -> ContainerNamespace.open(first.pid(), CONTAINER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("somebody else");
    }

    @Test
    void theProcessOfAnotherContainerIsRefused() throws IOException {
        tell(namespaceOfProcess(), "docker-" + "0b".repeat(32));

        assertThatThrownBy(() -> open(CONTAINER)).hasMessageContaining("somebody else");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0a0a0a0a0a0a", "docker", "/"})
    void whatIsNoWholeIdNamesNobody(String container) throws IOException {
        tell(namespaceOfProcess(), "docker-" + CONTAINER);

        assertThatThrownBy(() -> open(container)).hasMessageContaining("somebody else");
    }

    @Test
    void theNamespaceOfThisJvmIsNeverAContainers() throws IOException {
        tell(Path.of("/proc/self/ns/net"), "docker-" + CONTAINER);
        long before = descriptors();

        assertThatThrownBy(() -> open(CONTAINER))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("of this JVM");
        assertThat(descriptors()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Integer.MAX_VALUE})
    void aProcessThatIsNotThereIsRefused(long pid) {
        assertThatThrownBy(() -> ContainerNamespace.open(pid, CONTAINER)).isInstanceOf(IOException.class);
    }
}
