package dev.sandboxed.mutants.internal.catalog;

import static dev.sandboxed.mutants.internal.Mutant.mutant;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.mutants.internal.MutantBuilder;
import dev.sandboxed.mutants.internal.TellingSandbox;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Networks that are not as asked for.
 *
 * <p>Taking the network away from a plain process takes privileges. Changing the addresses in its scripts takes none, and
 * for the script it comes to the same.
 */
final class NetworkMutants {

    /** Nobody can be there, and the kernel says so at once. */
    private static final String NOBODY = "host=255.255.255.255";

    private static final String METADATA = "host=169.254.169.254 port=80";

    /** Services inside have ports from 20000 to 29999, those of the host have others. */
    private static final String OUTSIDE = "host=\\S+(?= port=(?!2\\d{4}\\b))";

    private NetworkMutants() {}

    static List<MutantBuilder> all() {
        return List.of(
                mutant("claims-to-have-no-network", "NET-1", "with network NONE")
                        .claiming(Capability.NETWORK_NONE),
                none(
                        mutant("leaves-a-route-out", "NET-1", "there is a route out"),
                        script -> walled(script.replace(
                                "cat /proc/net/route", "echo eth0 00000000 010200C0 0003 0 0 0 00000000 0 0 0"))),
                none(
                        mutant("leaves-the-services-of-the-host", "NET-1", "a service of the host is reached"),
                        script -> withoutRoutes(script).replace(METADATA, NOBODY + " port=80")),
                none(
                        mutant("leaves-the-metadata-address", "NET-1", "the metadata address"),
                        NetworkMutants::answeredMetadata),
                none(
                        mutant("takes-loopback-away-as-well", "NET-1", "through loopback"),
                        script -> withoutRoutes(script).replaceAll("host=\\S+", NOBODY)),
                scripts(
                        mutant("full-network-leads-nowhere", "NET-2", "is reached neither through loopback"),
                        Network.FULL,
                        script -> script.replaceAll("host=\\S+", NOBODY)),
                scripts(
                        IsolationMutants.claimingNamespaces("full-network-shares-abstract-sockets"),
                        Network.FULL,
                        script -> script.replace("host=127.0.0.1", NOBODY)),
                mutant("claims-to-have-an-allow-list", "NET-3", "not on it is reached by its address")
                        .breaks("NET-6", "a port that is not on it is reached")
                        .claiming(Capability.NETWORK_ALLOWLIST),
                mutant("allow-list-keeps-all-out", "NET-6", "a service is reached at none of")
                        .claiming(Capability.NETWORK_ALLOWLIST)
                        .exec((sandbox, command) -> run(
                                sandbox,
                                command,
                                Network.ALLOW_LIST,
                                script -> script.replaceAll("host=\\S+", NOBODY))),
                mutant("claims-to-tell-what-was-tried", "NET-7", "does not support NETWORK_LOG")
                        .breaks("LIFE-5", "`networkAttempts`")
                        .claiming(Capability.NETWORK_LOG),
                telling("leaves-connections-out", "was tried and is not told of", one -> without(Kind.TCP, one)),
                telling("leaves-names-out", "a name was asked for and is not told of", one -> without(Kind.NAME, one)),
                telling(
                        "tells-what-was-reached-as-refused",
                        "is told as refused",
                        one -> Stream.of(told(one, false, one.bytes()))),
                telling("counts-no-bytes", "no bytes are told", one -> Stream.of(told(one, one.allowed(), 0))),
                keyed(
                        "claims-to-add-credentials",
                        "was not asked or its answer did not arrive",
                        (script, key) -> script),
                keyed(
                        "passes-requests-on-without-the-key",
                        "did not get the key of the credential",
                        (script, key) -> onHost(script)),
                keyed(
                        "keeps-the-key-inside",
                        "is in the environment inside",
                        (script, key) ->
                                "export KEY=" + key + "\n" + onHost(script).replace("made-up", key)),
                mutant("claims-to-expose-ports", "NET-4", "does not support PORTS")
                        .breaks("NET-8", "does not support PORTS")
                        .breaks("LIFE-5", "`endpoint`")
                        .claiming(Capability.PORTS),
                mutant("exposes-another-port", "NET-4", "its service is not reached at")
                        .breaks("NET-8", "what is sent over UDP is not answered at")
                        .claiming(Capability.PORTS)
                        .sandbox(working -> new ForwardingSandbox(working) {
                            @Override
                            public InetSocketAddress endpoint(int port) {
                                // Whoever is gone says so.
                                sandbox().files().exists(".");
                                return new InetSocketAddress(InetAddress.getLoopbackAddress(), port + 1);
                            }
                        }));
    }

    /** Claims to add credentials, for which it has to have a list, and changes the scripts of sandboxes that have one. */
    private static MutantBuilder keyed(String name, String words, BinaryOperator<String> change) {
        return mutant(name, "NET-9", words)
                .breaks("NET-3", "not on it is reached by its address")
                .breaks("NET-6", "a port that is not on it is reached")
                .claiming(Capability.NETWORK_ALLOWLIST, Capability.NETWORK_CREDENTIALS)
                .exec((sandbox, command) -> run(
                        sandbox,
                        command,
                        Network.ALLOW_LIST,
                        script -> sandbox.spec().credentials().stream()
                                .findFirst()
                                .map(credential -> change.apply(script, credential.revealHeader()))
                                .orElse(script)));
    }

    /** Nothing but the name of the host's loopback is missing on the host. */
    private static String onHost(String script) {
        return script.replace("host=" + AllowedHost.LOOPBACK_OF_HOST, "host=127.0.0.1");
    }

    /** Reports what was tried, with a change to each attempt. */
    private static MutantBuilder telling(
            String name, String words, Function<NetworkAttempt, Stream<NetworkAttempt>> change) {
        return mutant(name, "NET-7", words)
                .claiming(Capability.NETWORK_LOG)
                .sandbox(working -> new TellingSandbox(
                        working, all -> all.stream().flatMap(change).toList()));
    }

    private static Stream<NetworkAttempt> without(Kind kind, NetworkAttempt attempt) {
        return attempt.kind() == kind ? Stream.empty() : Stream.of(attempt);
    }

    private static NetworkAttempt told(NetworkAttempt from, boolean allowed, long bytes) {
        return new NetworkAttempt(from.at(), from.kind(), from.host(), from.address(), from.port(), allowed, bytes);
    }

    /** Claims to have no network, and changes the scripts of sandboxes without one. */
    private static MutantBuilder none(MutantBuilder mutant, UnaryOperator<String> change) {
        return scripts(mutant.claiming(Capability.NETWORK_NONE), Network.NONE, change);
    }

    private static MutantBuilder scripts(MutantBuilder mutant, Network network, UnaryOperator<String> change) {
        return mutant.exec((sandbox, command) -> run(sandbox, command, network, change));
    }

    private static ExecResult run(Sandbox sandbox, Command command, Network network, UnaryOperator<String> change) {
        boolean concerned = sandbox.spec()
                .network()
                .map(NetworkPolicy::network)
                .filter(network::equals)
                .isPresent();
        return concerned && command.script().isPresent()
                ? sandbox.exec(
                        Command.shell(change.apply(command.script().get())).timeout(command.timeout()))
                : sandbox.exec(command);
    }

    private static String withoutRoutes(String script) {
        return script.replace("/proc/net/", "/proc/no-net/");
    }

    /** Lets a script see what it would see without a network. */
    private static String walled(String script) {
        return withoutRoutes(script).replaceAll(OUTSIDE, NOBODY);
    }

    private static String answeredMetadata(String script) {
        return script.contains(METADATA) ? "echo ami-id" : walled(script);
    }
}
