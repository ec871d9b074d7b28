package dev.sandboxed.serve.internal.e2b.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.spec.NetworkPolicy;
import dev.sandboxed.serve.internal.e2b.fleet.Fleet;
import dev.sandboxed.serve.internal.e2b.fleet.Phase;
import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.HttpService;
import dev.sandboxed.serve.internal.web.Json;
import dev.sandboxed.serve.internal.web.Routes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Answers requests about sandboxes. */
public final class ControlApi implements HttpService {

    private static final Duration OLD_LIFETIME = Duration.ofSeconds(15);
    private static final Duration USUAL_LIFETIME = Duration.ofMinutes(5);
    private static final Duration LONGEST_REFRESH = Duration.ofHours(1);
    private static final int MOST_IDS = 100;

    private final Fleet fleet;
    private final Keys keys;
    private final SandboxJson shown;
    private final Idempotency idempotency = new Idempotency();
    private final Routes routes;

    /**
     * Creates the interface.
     *
     * @param key what every request but that for health must carry
     * @param envdVersion the version of the daemon that clients are told
     */
    public ControlApi(Fleet fleet, String key, String envdVersion) {
        this.fleet = fleet;
        this.keys = new Keys(key);
        this.shown = new SandboxJson(envdVersion);
        SnapshotApi snapshots = new SnapshotApi(fleet);
        this.routes = new Routes()
                .on("POST", "/v2/sandboxes", (exchange, none) -> create(exchange, USUAL_LIFETIME))
                .on("POST", "/sandboxes", (exchange, none) -> create(exchange, OLD_LIFETIME))
                .on("GET", "/v2/sandboxes", (exchange, none) -> list(exchange))
                .on("GET", "/sandboxes", (exchange, none) -> listRunning(exchange))
                .on("GET", "/sandboxes/metrics", (exchange, none) -> metricsOfMany(exchange))
                .on("GET", "/sandboxes/{}", (exchange, id) -> exchange.answer(200, shown.detail(fleet.get(id))))
                .on("DELETE", "/sandboxes/{}", this::kill)
                .on("POST", "/v2/sandboxes/{}/connect", this::connect)
                .on("POST", "/sandboxes/{}/connect", this::connectWithTimeout)
                .on("POST", "/sandboxes/{}/resume", this::resume)
                .on("POST", "/sandboxes/{}/pause", this::pause)
                .on("POST", "/sandboxes/{}/timeout", this::timeout)
                .on("POST", "/sandboxes/{}/refreshes", this::refresh)
                .on("PUT", "/sandboxes/{}/network", this::network)
                .on("GET", "/sandboxes/{}/metrics", this::metrics)
                .on("GET", "/v2/sandboxes/{}/logs", this::logs)
                .on("GET", "/sandboxes/{}/logs", this::oldLogs)
                .on("POST", "/sandboxes/{}/snapshots", snapshots::create)
                .on("GET", "/snapshots", (exchange, none) -> snapshots.list(exchange))
                .on("DELETE", "/templates/{}", snapshots::delete);
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        if (exchange.path().equals("/health") && exchange.method().equals("GET")) {
            exchange.answer(200, "text/plain", new byte[0]);
            return;
        }
        keys.require(exchange);
        routes.serve(exchange);
    }

    private void create(Exchange exchange, Duration usualLifetime) throws IOException {
        Body body = Body.of(exchange);
        Resident resident = idempotency.once(
                exchange.header("Idempotency-Key"),
                body.json(),
                () -> fleet.create(CreateRequest.read(body, usualLifetime, fleet)));
        exchange.answer(201, shown.access(resident));
    }

    private void list(Exchange exchange) throws IOException {
        Listing listing = Listing.of(exchange);
        Page page = Page.of(exchange, listing.ascending());
        List<Resident> all = fleet.list();
        long running = all.stream().filter(one -> one.phase() == Phase.RUNNING).count();
        exchange.with("X-Total-Running", Long.toString(running));
        page.answer(exchange, listing.select(all), Listing::key, shown::listed);
    }

    private void listRunning(Exchange exchange) throws IOException {
        ArrayNode answer = Json.array();
        Listing.ofRunning(exchange).select(fleet.list()).forEach(one -> answer.add(shown.listed(one)));
        exchange.answer(200, answer);
    }

    private void kill(Exchange exchange, String id) throws IOException {
        fleet.kill(fleet.get(id));
        exchange.answer(204);
    }

    private void connectWithTimeout(Exchange exchange, String id) throws IOException {
        Body body = Body.of(exchange);
        if (!body.has("timeout")) {
            throw Body.invalid("timeout is missing");
        }
        connect(exchange, id, body);
    }

    private void connect(Exchange exchange, String id) throws IOException {
        connect(exchange, id, Body.ofOptional(exchange));
    }

    private void connect(Exchange exchange, String id, Body body) throws IOException {
        Duration lifetime =
                CreateRequest.lifetime(body, USUAL_LIFETIME, fleet.rules().longestLife());
        if (!body.flag("memory", true)) {
            throw new HttpError(
                    400, "memory: false is not supported by this server: what was paused goes on where it was");
        }
        Resident resident = fleet.get(id);
        if (resident.phase() == Phase.PAUSED) {
            fleet.resume(resident, lifetime);
            exchange.answer(201, shown.access(resident));
        } else {
            fleet.liveFor(resident, lifetime, false);
            exchange.answer(200, shown.access(resident));
        }
    }

    private void resume(Exchange exchange, String id) throws IOException {
        Duration lifetime = CreateRequest.lifetime(
                Body.ofOptional(exchange), OLD_LIFETIME, fleet.rules().longestLife());
        Resident resident = fleet.get(id);
        fleet.resume(resident, lifetime);
        exchange.answer(201, shown.access(resident));
    }

    private void pause(Exchange exchange, String id) throws IOException {
        if (!Body.ofOptional(exchange).flag("memory", true)) {
            throw new HttpError(400, "memory: false is not supported by this server: a pause keeps the memory");
        }
        fleet.pause(fleet.get(id));
        exchange.answer(204);
    }

    private void timeout(Exchange exchange, String id) throws IOException {
        int seconds = Body.of(exchange).number("timeout").orElseThrow(() -> Body.invalid("timeout is missing"));
        if (seconds < 0) {
            throw Body.invalid("timeout must not be negative, but was " + seconds);
        }
        fleet.liveFor(fleet.get(id), Duration.ofSeconds(seconds), true);
        exchange.answer(204);
    }

    private void refresh(Exchange exchange, String id) throws IOException {
        int seconds = Body.ofOptional(exchange).number("duration").orElse((int) OLD_LIFETIME.toSeconds());
        if (seconds < 0 || seconds > LONGEST_REFRESH.toSeconds()) {
            throw Body.invalid("duration must be between 0 and 3600, but was " + seconds);
        }
        fleet.liveFor(fleet.get(id), Duration.ofSeconds(seconds), false);
        exchange.answer(204);
    }

    /** No provider changes the network of a sandbox that runs, so only what is in force already can be asked for. */
    private void network(Exchange exchange, String id) throws IOException {
        Resident resident = fleet.get(id);
        Body body = Body.of(exchange);
        NetworkWish wish = NetworkWish.of(body.flag("allow_internet_access", true), body);
        Optional<NetworkPolicy> policy = wish.policy(
                fleet.rules().spec().network(),
                fleet.provider().capabilities(),
                fleet.provider().name());
        if (!policy.equals(resident.wish().network())) {
            throw new HttpError(
                    409,
                    "the network of a sandbox cannot be changed while it runs; create another with the one you need");
        }
        exchange.answer(204);
    }

    private void metrics(Exchange exchange, String id) throws IOException {
        ArrayNode answer = Json.array();
        Metrics.of(fleet.get(id)).ifPresent(answer::add);
        exchange.answer(200, answer);
    }

    private void metricsOfMany(Exchange exchange) throws IOException {
        List<String> ids = List.of(exchange.query("sandbox_ids")
                .filter(text -> !text.isEmpty())
                .orElseThrow(() -> Body.invalid("sandbox_ids is missing"))
                .split(","));
        if (ids.size() > MOST_IDS) {
            throw Body.invalid("sandbox_ids has " + ids.size() + " ids, and at most " + MOST_IDS + " are allowed");
        }
        ObjectNode answer = Json.object();
        ObjectNode all = answer.putObject("sandboxes");
        ids.forEach(id -> fleet.find(id).flatMap(Metrics::of).ifPresent(metric -> all.set(id, metric)));
        exchange.answer(200, answer);
    }

    /** Nothing is logged, and that is what is told. */
    private void logs(Exchange exchange, String id) throws IOException {
        fleet.get(id);
        ObjectNode answer = Json.object();
        answer.putArray("logs");
        exchange.answer(200, answer);
    }

    private void oldLogs(Exchange exchange, String id) throws IOException {
        fleet.get(id);
        ObjectNode answer = Json.object();
        answer.putArray("logs");
        answer.putArray("logEntries");
        exchange.answer(200, answer);
    }
}
