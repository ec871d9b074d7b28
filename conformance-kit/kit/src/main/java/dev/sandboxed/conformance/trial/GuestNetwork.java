package dev.sandboxed.conformance.trial;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.api.spec.NetworkPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The network as seen from inside, with whatever tools are there.
 *
 * @param client writes a script that connects to {@code $host} and {@code $port} and prints what it is told; fails where
 *     nobody answers
 * @param server a script that listens on {@code $port} and says {@code $word} to everyone who comes; absent where there is
 *     no tool for that
 */
public record GuestNetwork(String client, Optional<String> server) {

    /** A name that can never be resolved. */
    public static final String NOBODY = "allowed.invalid";

    private static final Duration CONNECTING = Duration.ofSeconds(6);

    private static final Map<String, String> CLIENTS = new LinkedHashMap<>();
    private static final Map<String, String> SERVERS = new LinkedHashMap<>();

    static {
        CLIENTS.put("python3", """
                python3 -c 'import socket, sys
                s = socket.create_connection((sys.argv[1], int(sys.argv[2])), 3)
                b = s.recv(4096)
                while b:
                    sys.stdout.write(b.decode())
                    b = s.recv(4096)' "$host" "$port"
                """);
        CLIENTS.put("perl", """
                perl -MSocket -e 'alarm 3; socket(S, PF_INET, SOCK_STREAM, 0) or exit 1;
                connect(S, sockaddr_in($ARGV[1], inet_aton($ARGV[0]))) or exit 1; print while <S>' "$host" "$port"
                """);
        CLIENTS.put("bash", """
                bash -c 'exec 3<>"/dev/tcp/$1/$2" || exit 1; cat <&3' bash "$host" "$port"
                """);
        for (String netcat : new String[] {"nc", "ncat", "netcat"}) {
            CLIENTS.put(netcat, netcat + " -w 3 \"$host\" \"$port\" </dev/null\n");
        }
        CLIENTS.put("curl", "curl -s -m 3 \"http://$host:$port/\"\n");
        CLIENTS.put("wget", "wget -q -T 3 -O - \"http://$host:$port/\"\n");

        SERVERS.put("python3", """
                python3 -c 'import socket, sys
                l = socket.socket()
                l.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                l.bind(("", int(sys.argv[1])))
                l.listen(9)
                while True:
                    c = l.accept()[0]
                    c.sendall(sys.argv[2].encode() + b"\\n")
                    c.close()' "$port" "$word"
                """);
        SERVERS.put("perl", """
                perl -MSocket -e '$SIG{PIPE} = "IGNORE"; socket(L, PF_INET, SOCK_STREAM, 0) or die;
                setsockopt(L, SOL_SOCKET, SO_REUSEADDR, 1); bind(L, sockaddr_in($ARGV[0], INADDR_ANY)) or die; listen(L, 9);
                while (accept(C, L)) { syswrite(C, "$ARGV[1]\\n"); close C }' "$port" "$word"
                """);
        for (String netcat : new String[] {"nc", "ncat", "netcat"}) {
            // Some want the port with -p and some without.
            SERVERS.put(netcat, """
                    while :; do
                      echo "$word" | { NETCAT -l -p "$port" || NETCAT -l "$port"; } >/dev/null 2>&1 || sleep 1
                    done
                    """.replace("NETCAT", netcat));
        }
    }

    /** Choose among the tools; empty where there is none to connect with. */
    public static Optional<GuestNetwork> of(Guest guest) {
        return first(guest, CLIENTS).map(client -> new GuestNetwork(client, first(guest, SERVERS)));
    }

    /** Give any policy that the provider has, for what is not about reaching others. */
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

    /** Try to connect from inside, and give what was told there; empty where nobody answered. */
    public Optional<String> connect(Trial trial, Sandbox sandbox, String host, int port) {
        ExecResult result = sandbox.exec(
                Command.shell("host=" + host + " port=" + port + "\n" + client).timeout(trial.patience(CONNECTING)));
        return result.succeeded() || !result.stdout().isEmpty() ? Optional.of(result.stdout()) : Optional.empty();
    }

    /** Tell whether a service of the kit is reached, as both ends see it. */
    public boolean reaches(Trial trial, Sandbox sandbox, KitService service) {
        Optional<String> told = connect(trial, sandbox, service.host(), service.port());
        return service.callers() > 0
                || told.filter(text -> text.contains(service.word())).isPresent();
    }

    /** Let a service listen inside, in the background. */
    public void listen(Trial trial, Sandbox sandbox, int port, String word) {
        String listening = "port=" + port + " word=" + Command.quote(word) + "\n" + server.orElseThrow();
        sandbox.shell(trial.guest().detached(listening)).orThrow();
    }
}
