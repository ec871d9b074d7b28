package dev.sandboxed.serve.internal.e2b.envd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.serve.internal.e2b.fleet.Fleet;
import dev.sandboxed.serve.internal.e2b.fleet.Phase;
import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.HttpService;
import dev.sandboxed.serve.internal.web.Json;
import dev.sandboxed.serve.internal.web.Timers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes every request to the daemon of the sandbox that it is meant for. */
public final class Edge implements HttpService {

    private static final String PORT = "49983";
    private static final Pattern HOST = Pattern.compile("(\\d{1,5})-([a-z0-9]+)\\..*");
    private static final Set<String> CONTROL =
            Set.of("/init", "/freeze", "/unfreeze", "/collapse", "/fsfreeze", "/fsthaw", "/upgrade");

    private final Fleet fleet;
    private final Timers timers;
    private final Map<String, Daemon> daemons = new ConcurrentHashMap<>();

    public Edge(Fleet fleet, Timers timers) {
        this.fleet = fleet;
        this.timers = timers;
    }

    /** Who is meant. */
    private record Address(String sandbox, String port) {}

    @Override
    public void serve(Exchange exchange) throws IOException {
        Optional<Address> address = address(exchange);
        if (address.isEmpty()) {
            plain(exchange, "missing header");
            return;
        }
        String id = address.get().sandbox();
        if (!id.matches("[a-z0-9]+")) {
            plain(exchange, "Invalid sandbox ID");
            return;
        }
        if (CONTROL.contains(exchange.path())) {
            exchange.answer(
                    404,
                    Json.object()
                            .put("message", "this path is not reachable from outside of a sandbox")
                            .put("path", exchange.path())
                            .put("code", 404));
            return;
        }
        Optional<Resident> resident = awake(id);
        if (resident.isEmpty()) {
            unreachable(exchange, id, "The sandbox was not found", Optional.empty());
        } else if (!address.get().port().equals(PORT)) {
            unreachable(
                    exchange,
                    id,
                    "The sandbox is running but port is not open",
                    Optional.of(address.get().port()));
        } else {
            daemon(resident.get()).serve(exchange);
        }
    }

    private static Optional<Address> address(Exchange exchange) {
        Optional<String> id = exchange.header("E2b-Sandbox-Id");
        if (id.isPresent()) {
            return Optional.of(
                    new Address(id.get(), exchange.header("E2b-Sandbox-Port").orElse(PORT)));
        }
        Matcher host = HOST.matcher(exchange.host());
        return host.matches() ? Optional.of(new Address(host.group(2), host.group(1))) : Optional.empty();
    }

    /** Returns a sandbox that runs; one that is to be resumed by requests is. */
    private Optional<Resident> awake(String id) {
        Optional<Resident> resident = fleet.find(id);
        if (resident.isPresent()
                && resident.get().phase() == Phase.PAUSED
                && resident.get().wish().resumesOnRequest()) {
            try {
                fleet.resume(resident.get(), resident.get().wish().lifetime());
            } catch (HttpError othersRunOrAnotherRequestWasFirst) {
                return resident.filter(Resident::isRunning);
            }
        }
        return resident.filter(Resident::isRunning);
    }

    private Daemon daemon(Resident resident) {
        return daemons.computeIfAbsent(resident.id(), id -> {
            resident.whenKilled(() -> daemons.remove(id));
            return new Daemon(resident, fleet.provider().capabilities(), timers);
        });
    }

    private static void unreachable(Exchange exchange, String id, String message, Optional<String> port)
            throws IOException {
        ObjectNode body = Json.object().put("sandboxId", id).put("message", message);
        port.ifPresent(number -> body.put("port", Integer.parseInt(number)));
        exchange.answer(502, body.put("code", 502));
    }

    private static void plain(Exchange exchange, String message) throws IOException {
        exchange.answer(400, "text/plain; charset=utf-8", message.getBytes(StandardCharsets.UTF_8));
    }
}
