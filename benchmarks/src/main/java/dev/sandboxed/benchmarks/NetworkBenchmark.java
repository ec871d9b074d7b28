package dev.sandboxed.benchmarks;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.benchmarks.tools.Report;
import dev.sandboxed.benchmarks.tools.Scratch;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

/** What an allow-list adds to a creation, and a key to that, and what the way out takes beside the host's own network. */
final class NetworkBenchmark {

    private static final Duration MOST = Duration.ofMillis(30);
    private static final List<String> BOUNDED = List.of("bubblewrap", "runc");
    private static final int BYTES = 32 << 20;
    private static final SandboxSpec WITHOUT =
            SandboxSpec.builder().network(Network.NONE).build();
    /** Images have a netcat at least. */
    private static final String FETCH = """
            fetch() {
                command -v perl >/dev/null || { test "$(nc "$1" "$2" </dev/null | wc -c)" = "$3"; return; }
                perl -MSocket -e 'socket S, PF_INET, SOCK_STREAM, 0;
                    connect(S, sockaddr_in($ARGV[1], inet_aton($ARGV[0]))) or die $!;
                    $n += $c while $c = sysread S, $b, 1 << 18; die $n if $n != $ARGV[2]' "$@"
            }
            fetch\s""";

    private NetworkBenchmark() {}

    static boolean run() throws Exception {
        Report report = new Report(System.out);
        try (Scratch scratch = new Scratch();
                ServerSocket service = new ServerSocket()) {
            service.bind(new InetSocketAddress(outerAddress(), 0));
            Thread serving = new Thread(() -> serve(service), "benchmark-service");
            serving.setDaemon(true);
            serving.start();
            String host = service.getInetAddress().getHostAddress();
            SandboxSpec listed = SandboxSpec.builder()
                    .network(NetworkPolicy.allowing(host + ":" + service.getLocalPort(), "api.example:443"))
                    .build();
            Command fetch = Command.shell(FETCH + host + " " + service.getLocalPort() + " " + BYTES);
            try (SandboxProvider bare = Providers.open("subprocess", scratch.resolve("bare"));
                    Sandbox plain = bare.create(SandboxSpec.defaults())) {
                for (String name : List.of("bubblewrap", "runc", "gvisor", "docker")) {
                    try (SandboxProvider provider = Providers.open(name, scratch.resolve(name))) {
                        if (provider.status() instanceof ProviderStatus.Unavailable not) {
                            report.notTried(name, not.reason());
                        } else {
                            measure(report, provider, listed, plain, fetch);
                        }
                    }
                }
            }
        }
        return report.allHold();
    }

    private static void measure(
            Report report, SandboxProvider provider, SandboxSpec listed, Sandbox plain, Command fetch)
            throws Exception {
        provider.capabilities()
                .require(List.of(Capability.NETWORK_ALLOWLIST, Capability.NETWORK_CREDENTIALS), provider.name());
        SideBySide.Medians creation = new SideBySide(5, 40)
                .measureStages(
                        () -> Providers.toFirstCommand(() -> provider.create(WITHOUT)),
                        () -> Providers.toFirstCommand(() -> provider.create(listed)))
                .get(0);
        String name = provider.name() + " with a list";
        String baseline = "the same without a network";
        report.add(
                BOUNDED.contains(provider.name())
                        ? new Surcharge(name, baseline, MOST, creation)
                        : new Comparison(name, baseline, Comparison.UNBOUNDED, creation));
        SandboxSpec keyed = listed.toBuilder()
                .credential(Credential.bearer("https://api.example", Secret.of("a-key")))
                .build();
        report.add(new Comparison(
                provider.name() + " with a list and a key",
                "the same without the key",
                Comparison.UNBOUNDED,
                new SideBySide(5, 20)
                        .measureStages(
                                () -> Providers.toFirstCommand(() -> provider.create(listed)),
                                () -> Providers.toFirstCommand(() -> provider.create(keyed)))
                        .get(0)));
        try (Sandbox sandbox = provider.create(listed)) {
            SideBySide.Medians fetched = new SideBySide(2, 10)
                    .measure(
                            () -> plain.exec(fetch).orThrow(),
                            () -> sandbox.exec(fetch).orThrow());
            report.add(new Comparison(
                    provider.name() + " fetches 32 MiB", "the host's own network", Comparison.UNBOUNDED, fetched));
        }
    }

    private static InetAddress outerAddress() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst()
                .orElseThrow(() -> new ProviderUnavailableException(
                        Fault.of("This host has no address but its loopback, so that no sandbox could reach it")));
    }

    private static void serve(ServerSocket service) {
        byte[] content = new byte[1 << 20];
        while (!service.isClosed()) {
            try (Socket caller = service.accept()) {
                for (int sent = 0; sent < BYTES; sent += content.length) {
                    caller.getOutputStream().write(content);
                }
            } catch (IOException over) {
                // The next one may come.
            }
        }
    }
}
