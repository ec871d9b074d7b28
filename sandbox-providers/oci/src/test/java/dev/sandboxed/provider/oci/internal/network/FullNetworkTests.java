package dev.sandboxed.provider.oci.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.conformance.image.BusyboxRoot;
import dev.sandboxed.conformance.internal.trial.KitService;
import dev.sandboxed.provider.oci.internal.Leftovers;
import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FullNetworkTests extends WithFullNetwork {

    private static final String RESOLVER = "nameserver 169.254.83.1\n";
    private static final Path CERTIFICATES = Path.of("/etc/ssl/certs/ca-certificates.crt");

    @TempDir
    Path folder;

    FullNetworkTests(Kind kind) {
        super(kind);
    }

    private static InetAddress outerAddress() {
        List<InetAddress> outer = KitService.addresses().stream()
                .filter(address -> !address.isLoopbackAddress())
                .toList();
        assumeTrue(!outer.isEmpty(), "this host has no address but loopback");
        return outer.get(0);
    }

    /** Connects from inside, and returns what was told there. */
    private static String told(Sandbox sandbox, String host, int port) {
        return sandbox.shell("timeout 2 bash -c 'exec 3<> /dev/tcp/" + host + "/" + port + " && cat <&3' 2> /dev/null")
                .stdout();
    }

    private static void assertReachesTheHost(Sandbox sandbox) {
        try (KitService service = KitService.on(outerAddress())) {
            assertThat(told(sandbox, service.host(), service.port())).contains(service.word());
        }
    }

    @Test
    void whatListensOnAnAddressOfTheHostIsReachedAndWhatListensOnItsLoopbackIsNot() {
        try (Sandbox sandbox = provider.create(full().build());
                KitService secret = KitService.on(InetAddress.getLoopbackAddress())) {
            assertReachesTheHost(sandbox);
            for (String host :
                    List.of("127.0.0.1", "10.0.2.2", "10.0.2.3", "10.0.2.100", "169.254.83.1", "169.254.83.2")) {
                assertThat(told(sandbox, host, secret.port())).as(host).isEmpty();
            }
            assertThat(secret.callers()).isZero();
        }
    }

    @Test
    void socketsOfTheHostThatHaveNoFileAndItsInterfacesAreOutOfReach() throws IOException {
        String name = "sandboxed-test-" + ProcessHandle.current().pid();
        Process listener = new ProcessBuilder(
                        "perl",
                        "-MSocket",
                        "-e",
                        "socket S, AF_UNIX, SOCK_STREAM, 0; bind S, pack_sockaddr_un(qq(\\0$ARGV[0])) or die $!;"
                                + " listen S, 9; $| = 1; print qq(ready\\n); 1 while accept C, S",
                        name)
                .start();
        try (Sandbox sandbox = provider.create(full().build())) {
            assertThat(listener.inputReader().readLine()).isEqualTo("ready");

            assertThat(said(
                            sandbox,
                            "perl -MSocket -e 'socket S, AF_UNIX, SOCK_STREAM, 0;"
                                    + " print connect(S, pack_sockaddr_un(qq(\\0$ARGV[0]))) ? 1 : 0' " + name
                                    + "; grep -c " + name + " /proc/net/unix"))
                    .isEqualTo("00\n");
            assertThat(said(sandbox, "sed -n 's/^ *\\([a-z0-9]*\\):.*/\\1/p' /proc/net/dev | sort"))
                    .isEqualTo("eth0\nlo\n");
        } finally {
            listener.destroyForcibly();
        }
    }

    @Test
    void twoSandboxesDoNotReachEachOther() {
        try (Sandbox first = provider.create(full().build());
                Sandbox second = provider.create(full().build())) {
            first.shell("perl -MIO::Socket::INET -e '$l = IO::Socket::INET->new(LocalPort => 8080, Listen => 9);"
                            + " while ($c = $l->accept) { print $c \"first\\n\"; close $c }' > /dev/null 2>&1 &")
                    .orThrow();
            await().untilAsserted(
                            () -> assertThat(told(first, "169.254.83.2", 8080)).isEqualTo("first\n"));
            for (String host : List.of(
                    "127.0.0.1",
                    "10.0.2.100",
                    "10.0.2.2",
                    "169.254.83.2",
                    outerAddress().getHostAddress())) {
                assertThat(told(second, host, 8080)).as(host).isEmpty();
            }
        }
    }

    @Test
    void namesAreAskedOfTheHostAndItsCertificatesAreThereOnlyWithANetwork() {
        String look = "cat /etc/resolv.conf 2> /dev/null; test -s " + CERTIFICATES + " && echo certificates";
        try (Sandbox sandbox = provider.create(full().user("nobody").build());
                Sandbox without = create()) {
            assertThat(said(sandbox, look)).isEqualTo(RESOLVER + (Files.exists(CERTIFICATES) ? "certificates\n" : ""));
            assertThat(said(without, look)).isEmpty();
        }
    }

    @Test
    void aRestoredSandboxHasTheNetworkThatItsOwnSpecAsksFor() {
        Snapshot without;
        Snapshot with;
        try (Sandbox sandbox = create();
                Sandbox networked = provider.create(full().build())) {
            without = sandbox.snapshot(SnapshotOptions.ALL);
            with = networked.snapshot(SnapshotOptions.ALL);
        }
        try (Sandbox networked = provider.snapshots().restore(without, full().build())) {
            assertThat(said(networked, "cat /etc/resolv.conf")).isEqualTo(RESOLVER);
            assertReachesTheHost(networked);
        }
        try (Sandbox alone = provider.snapshots().restore(with, SandboxSpec.defaults());
                KitService service = KitService.on(outerAddress())) {
            assertThat(said(alone, "cat /etc/resolv.conf")).isEmpty();
            assertThat(told(alone, service.host(), service.port())).isEmpty();
        }
    }

    @Test
    void aRootThatIsReadOnlyHasTheResolverToo() {
        try (Sandbox sandbox = provider.create(full().readOnlyRoot(true).build())) {
            assertThat(said(sandbox, "cat /etc/resolv.conf")).isEqualTo(RESOLVER);
            assertThat(sandbox.shell("echo > /etc/resolv.conf").succeeded()).isFalse();
        }
    }

    @Test
    void anImageReachesTheHostAndHasTheResolverInPlaceOfItsOwn() throws IOException {
        assumeTrue(Files.isExecutable(BusyboxRoot.PROGRAM), "there is no BusyBox; apt-get install busybox-static");
        Path image = BusyboxRoot.in(folder.resolve("image"));
        Files.writeString(image.resolve("etc/resolv.conf"), "nameserver 192.0.2.99\n");
        try (Sandbox sandbox = provider.create(full().image(image.toString()).build());
                KitService service = KitService.on(outerAddress())) {
            assertThat(said(sandbox, "nc " + service.host() + " " + service.port() + " < /dev/null"))
                    .contains(service.word());
            assertThat(said(sandbox, "cat /etc/resolv.conf")).isEqualTo(RESOLVER);
        }
    }

    @Test
    void theHostsInterfacesAndRoutesStayAsTheyAreAndAClosedSandboxLeavesNothing() throws IOException {
        String before = network();
        Sandbox sandbox = provider.create(full().build());
        String during = network();
        sandbox.close();

        assertThat(during).isEqualTo(before);
        assertThat(network()).isEqualTo(before);
        assertThat(Leftovers.of(sandbox.id(), state)).isEmpty();
    }

    private static String network() throws IOException {
        return NetworkInterface.networkInterfaces()
                        .map(NetworkInterface::getName)
                        .sorted()
                        .toList()
                + Files.readString(Path.of("/proc/net/route"));
    }
}
