package dev.sandboxed.conformance.internal.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.conformance.internal.text.ResourceText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The network as seen from inside, with whatever tools are there.
 *
 * @param client writes a script that connects to {@code $host} and {@code $port} and prints what it is told; fails where
 *     nobody answers
 * @param server a script that listens on {@code $port} and says {@code $word} to everyone who comes; absent where there is
 *     no tool for that
 * @param answerer a script that says {@code $word} to whoever sends a datagram to {@code $port}; absent where there is no tool
 *     for that
 */
public record GuestNetwork(String client, Optional<String> server, Optional<String> answerer) {

    /** A name that can never be resolved. */
    public static final String NOBODY = "allowed.invalid";

    private static final Duration CONNECTING = Duration.ofSeconds(6);

    private static final Map<String, String> CLIENTS = new LinkedHashMap<>();
    private static final Map<String, String> SERVERS = new LinkedHashMap<>();
    private static final Map<String, String> ANSWERERS = new LinkedHashMap<>();

    static {
        for (String language : List.of("python3", "perl", "bash")) {
            CLIENTS.put(language, script("connect-" + language));
        }
        for (String language : List.of("python3", "perl")) {
            SERVERS.put(language, script("listen-" + language));
            ANSWERERS.put(language, script("answer-" + language));
        }
        for (String netcat : List.of("nc", "ncat", "netcat")) {
            CLIENTS.put(netcat, netcat + " -w 3 \"$host\" \"$port\" </dev/null\n");
            // Some want the port with -p and some without.
            SERVERS.put(netcat, script("listen-netcat").replace("NETCAT", netcat));
        }
        CLIENTS.put("curl", "curl -s -m 3 \"http://$host:$port/\"\n");
        CLIENTS.put("wget", "wget -q -T 3 -O - \"http://$host:$port/\"\n");
    }

    private static String script(String name) {
        return ResourceText.of(GuestNetwork.class, name + ".sh");
    }

    /** Returns the best of the tools; empty where there is none to connect with. */
    public static Optional<GuestNetwork> of(Guest guest) {
        return first(guest, CLIENTS)
                .map(client -> new GuestNetwork(client, first(guest, SERVERS), first(guest, ANSWERERS)));
    }

    /** Returns any policy that the provider has, for what is not about reaching others. */
    public static NetworkPolicy anyPolicy(Trial trial) {
        if (trial.claims(Capability.NETWORK_FULL)) {
            return NetworkPolicy.of(Network.FULL);
        }
        return trial.claims(Capability.NETWORK_ALLOWLIST) && !trial.claims(Capability.NETWORK_NONE)
                ? NetworkPolicy.allowing(NOBODY)
                : NetworkPolicy.of(Network.NONE);
    }

    private static Optional<String> first(Guest guest, Map<String, String> scripts) {
        return scripts.entrySet().stream()
                .filter(script -> guest.has(script.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Tries to connect from inside, and returns what was told there; empty where nobody answered. */
    public Optional<String> connect(Trial trial, Sandbox sandbox, String host, int port) {
        ExecResult result = sandbox.exec(
                Command.shell("host=" + host + " port=" + port + "\n" + client).timeout(trial.patience(CONNECTING)));
        return result.succeeded() || !result.stdout().isEmpty() ? Optional.of(result.stdout()) : Optional.empty();
    }

    /** Returns whether a service of the kit is reached, as both ends see it. */
    public boolean reaches(Trial trial, Sandbox sandbox, KitService service) {
        Optional<String> told = connect(trial, sandbox, service.host(), service.port());
        return service.callers() > 0
                || told.filter(text -> text.contains(service.word())).isPresent();
    }

    /** Lets a service listen inside, in the background. */
    public void listen(Trial trial, Sandbox sandbox, int port, String word) {
        serve(trial, sandbox, port, word, server.orElseThrow());
    }

    /** Lets a service answer datagrams inside, in the background. */
    public void answer(Trial trial, Sandbox sandbox, int port, String word) {
        serve(trial, sandbox, port, word, answerer.orElseThrow());
    }

    private static void serve(Trial trial, Sandbox sandbox, int port, String word, String service) {
        String serving = "port=" + port + " word=" + Command.quote(word) + "\n" + service;
        sandbox.shell(trial.guest().detached(serving)).orThrow();
    }
}
