package dev.sandboxed.provider.local.internal.bubblewrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.conformance.image.BusyboxRoot;
import dev.sandboxed.conformance.internal.trial.KitService;
import dev.sandboxed.process.ProcessScope;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the clauses on networks do not ask. */
@Timeout(120)
class FullNetworkTests extends WithBubblewrap {

    private static final String RESOLVER = "nameserver 169.254.83.1\n";

    @BeforeEach
    void needTheCarrier() {
        assumeTrue(
                provider.capabilities().has(Capability.NETWORK_FULL),
                "it takes root and some programs; apt-get install slirp4netns nftables iproute2");
    }

    private static SandboxSpecBuilder full() {
        return SandboxSpec.builder().network(Network.FULL);
    }

    private static InetAddress outerAddress() {
        var outer = KitService.addresses().stream()
                .filter(address -> !address.isLoopbackAddress())
                .findFirst();
        assumeTrue(outer.isPresent(), "this host has no address but loopback");
        return outer.get();
    }

    @Test
    void aListenerOfTheHostOnAnAbstractSocketSawRoot() throws IOException {
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

            assertThat(sandbox.shell("perl -MSocket -e 'socket S, AF_UNIX, SOCK_STREAM, 0;"
                                    + " print connect(S, pack_sockaddr_un(qq(\\0$ARGV[0]))) ? 1 : 0' " + name)
                            .stdout())
                    .isEqualTo("0");
        } finally {
            listener.destroyForcibly();
        }
    }

    @Test
    void theNetworkIsNotTheSandboxsToSetUp() {
        try (Sandbox sandbox = provider.create(full().build())) {
            assertThat(sandbox.shell(
                                    "ip link set eth0 down || ip route del default; echo > /proc/sys/net/ipv4/ip_forward")
                            .succeeded())
                    .isFalse();
            assertThat(sandbox.shell("cat /proc/net/route").stdout()).contains("eth0");
        }
    }

    @Test
    void namesAreAskedOfTheHostOnlyWithANetworkAndLoopbackHasItsNameAlways() {
        String look = "cat /etc/resolv.conf 2> /dev/null; getent hosts localhost | wc -l";
        try (Sandbox sandbox = provider.create(full().build());
                Sandbox without = create()) {
            assertThat(sandbox.shell(look).stdout()).isEqualTo(RESOLVER + "1\n");
            assertThat(without.shell(look).stdout()).isEqualTo("1\n");
        }
    }

    @Test
    void anImageReachesTheHostAndAsksForNamesAsAllDo() throws IOException {
        assumeTrue(Files.isExecutable(BusyboxRoot.PROGRAM), "there is no BusyBox; apt-get install busybox-static");
        Path image = BusyboxRoot.in(folder.resolve("image"));
        Path resolver = image.resolve("etc/resolv.conf");
        Files.writeString(image.resolve("etc/motd"), "an image\n");
        for (boolean link : new boolean[] {false, true}) {
            Files.deleteIfExists(resolver);
            if (link) {
                Files.createSymbolicLink(resolver, Path.of("../run/nowhere"));
            }
            try (Sandbox sandbox =
                            provider.create(full().image(image.toString()).build());
                    KitService service = KitService.on(outerAddress())) {
                assertThat(sandbox.shell("cat /etc/motd /etc/resolv.conf").stdout())
                        .isEqualTo("an image\n" + RESOLVER);
                assertThat(sandbox.shell("nc " + service.host() + " " + service.port() + " < /dev/null")
                                .stdout())
                        .contains(service.word());
            }
        }
    }

    /** Each by its own sandbox: somebody else in this JVM may have a network, too. */
    @Test
    void aClosedSandboxAndOneThatCouldNotBeMadeLeaveNoCarrier() {
        List<String> begun = new CopyOnWriteArrayList<>();
        SandboxListener listener = event -> {
            if (event instanceof SandboxEvent.Creating creating) {
                begun.add(creating.at().sandbox());
            }
        };
        ProviderContext told = ProviderContext.in(folder.resolve("told")).withListener(listener);
        try (BubblewrapProvider telling = new BubblewrapProvider(told)) {
            telling.create(full().build()).close();
            assertThatThrownBy(
                            () -> telling.create(full().image("/nowhere/at/all").build()))
                    .isInstanceOf(SandboxException.class);
        }
        assertThat(begun)
                .hasSize(2)
                .allSatisfy(id ->
                        assertThat(new ProcessScope(id).usage().processes()).isZero());
    }

    @Test
    void withoutTheProgramTheFullNetworkIsNotDeclaredAndStatusAndRefusalTellWhatToInstall() {
        ProviderContext lacking = ProviderContext.in(folder.resolve("other"))
                .withSettings(Map.of("slirp4netns", folder.resolve("missing").toString()));
        try (BubblewrapProvider without = new BubblewrapProvider(lacking)) {
            assertThat(without.capabilities().has(Capability.NETWORK_FULL)).isFalse();
            assertThat(without.status())
                    .isInstanceOfSatisfying(
                            ProviderStatus.Available.class,
                            status -> assertThat(status.details())
                                    .containsEntry(
                                            "network",
                                            "none; for a list or full: apt-get install slirp4netns nftables iproute2"));
            assertThatThrownBy(() -> without.create(full().build()))
                    .isInstanceOf(UnsupportedCapabilityException.class)
                    .hasMessageContaining("does not support NETWORK_FULL")
                    .hasMessageContaining("remedy: apt-get install slirp4netns nftables iproute2; or leave out");
        }
    }

    /** The service does not speak TLS: that programs inside are told so shows that they trust who answers for it. */
    @Test
    void programsInsideTrustWhoAnswersForAServiceWithCredentials() {
        try (KitService service = KitService.on(InetAddress.getLoopbackAddress())) {
            String host = AllowedHost.LOOPBACK_OF_HOST + ":" + service.port();
            SandboxSpec spec = SandboxSpec.builder()
                    .network(NetworkPolicy.allowing(host))
                    .credential(Credential.bearer("https://" + host, Secret.of("the-key-that-stays-outside")))
                    .build();
            try (Sandbox sandbox = provider.create(spec)) {
                String ask = "python3 -c 'import urllib.request, urllib.error\ntry:\n urllib.request.urlopen(\"https://"
                        + host + "/\")\nexcept urllib.error.HTTPError as e:\n print(e.code, e.read().decode())'";

                assertThat(sandbox.shell(ask).stdout())
                        .startsWith("502 sandboxed: host.sandboxed.internal did not prove to the host who it is");
                assertThat(sandbox.shell("env").stdout()).doesNotContain("the-key-that-stays-outside");
            }
        }
    }
}
