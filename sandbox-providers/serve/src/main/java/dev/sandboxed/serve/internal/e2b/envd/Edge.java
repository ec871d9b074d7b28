package dev.sandboxed.serve.internal.e2b.envd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.serve.internal.e2b.files.Signatures;
import dev.sandboxed.serve.internal.e2b.fleet.Fleet;
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
        Optional<Resident> resident;
        try {
            resident = awake(id);
        } catch (HttpError e) {
            exchange.answer(e.status(), e.body().put("sandboxId", id));
            return;
        }
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

    private Optional<Address> address(Exchange exchange) throws HttpError {
        Optional<String> id = exchange.header("E2b-Sandbox-Id");
        if (id.isPresent()) {
            return Optional.of(
                    new Address(id.get(), exchange.header("E2b-Sandbox-Port").orElse(PORT)));
        }
        Matcher host = HOST.matcher(exchange.host());
        if (host.matches()) {
            return Optional.of(new Address(host.group(2), host.group(1)));
        }
        boolean signed =
                exchange.path().equals("/files") && exchange.query("signature").isPresent();
        return signed ? Optional.of(new Address(signer(exchange).id(), PORT)) : Optional.empty();
    }

    /**
     * Finds the sandbox that a link is for. Where all have one address, SDKs sign links that do not name it: whose token yields the
     * signature is meant.
     */
    private Resident signer(Exchange exchange) throws HttpError {
        for (Resident resident : fleet.list()) {
            if (Signatures.areOf(resident, exchange)) {
                return resident;
            }
        }
        throw Signatures.invalid();
    }

    private Optional<Resident> awake(String id) throws HttpError {
        Optional<Resident> resident = fleet.find(id);
        return resident.isPresent() && fleet.isAwake(resident.get()) ? resident : Optional.empty();
    }

    private Daemon daemon(Resident resident) {
        return daemons.computeIfAbsent(resident.id(), id -> {
            resident.whenKilled(() -> daemons.remove(id));
            return new Daemon(resident, fleet, timers);
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
