package dev.sandboxed.serve.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.HttpService;
import dev.sandboxed.serve.internal.web.Routes;
import dev.sandboxed.serve.internal.web.Timers;
import dev.sandboxed.wire.internal.AttemptWords;
import dev.sandboxed.wire.internal.Contract;
import dev.sandboxed.wire.internal.ExpectedWords;
import dev.sandboxed.wire.internal.FaultWords;
import dev.sandboxed.wire.internal.NewSandbox;
import dev.sandboxed.wire.internal.Place;
import dev.sandboxed.wire.internal.ReapWords;
import dev.sandboxed.wire.internal.SandboxWords;
import dev.sandboxed.wire.internal.UsageWords;
import dev.sandboxed.wire.internal.Words;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Answers every request of the contract, for whoever has the token, and of a sandbox for whoever made it. */
public final class HttpApi implements HttpService {

    private static final Logger LOG = System.getLogger(HttpApi.class.getName());
    private static final String BEARER = "Bearer ";
    private static final Pattern CLIENT = Pattern.compile("[A-Za-z0-9_-]{16,128}");
    /** Arguments and environments have mebibytes at most. */
    private static final DataSize LARGEST_WORDS = DataSize.ofMebibytes(8);

    private static final String SANDBOX = Contract.ROOT + "/sandboxes/{}";

    private final byte[] token;
    private final Guests guests;
    private final Health health;
    private final Routes routes = new Routes();

    public HttpApi(String token, Guests guests, Rules rules, Timers timers) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.guests = guests;
        this.health = new Health(guests.supply(), rules.lease());
        routes.on(
                        "GET",
                        Contract.ROOT + "/health",
                        (exchange, none) -> answer(exchange, 200, health.words(exchange.query("provider"))))
                .on("POST", Contract.ROOT + "/heartbeat", (exchange, none) -> heartbeat(exchange))
                .on("PUT", Contract.ROOT + "/expected", (exchange, none) -> expect(exchange))
                .on(
                        "POST",
                        Contract.ROOT + "/reap",
                        (exchange, none) -> answer(exchange, 200, ReapWords.of(guests.reap())))
                .on("POST", Contract.ROOT + "/sandboxes", (exchange, none) -> create(exchange))
                .on(
                        "GET",
                        Contract.ROOT + "/sandboxes",
                        (exchange, none) -> answer(exchange, 200, new SandboxWords.All(guests.all())))
                .on(
                        "GET",
                        SANDBOX,
                        (exchange, id) -> answer(exchange, 200, of(exchange, id).words()))
                .on("DELETE", SANDBOX, this::remove)
                .on(
                        "POST",
                        SANDBOX + "/stop",
                        (exchange, id) ->
                                change(exchange, id, one -> one.sandbox().stop()))
                .on(
                        "POST",
                        SANDBOX + "/resume",
                        (exchange, id) ->
                                change(exchange, id, one -> one.sandbox().resume()))
                .on(
                        "GET",
                        SANDBOX + "/usage",
                        (exchange, id) -> answer(
                                exchange,
                                200,
                                UsageWords.of(of(exchange, id).sandbox().usage())))
                .on(
                        "GET",
                        SANDBOX + "/network",
                        (exchange, id) -> answer(
                                exchange,
                                200,
                                AttemptWords.All.of(of(exchange, id).sandbox().networkAttempts())))
                .on("GET", SANDBOX + "/endpoint", this::endpoint);
        new CommandApi(guests, rules, timers).addTo(routes, SANDBOX);
        new FileApi(guests, rules).addTo(routes, SANDBOX);
        new TreeApi(guests, rules).addTo(routes, SANDBOX);
        new SnapshotApi(guests).addTo(routes, SANDBOX);
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        try {
            if (!isAllowed(exchange)) {
                LOG.log(Level.INFO, "Refused a request without the right token: {0}", exchange.method());
                throw Refusal.unauthorized();
            }
            guests.seen(client(exchange));
            routes.serve(exchange);
        } catch (JsonProcessingException e) {
            refuse(exchange, badRequest("the body is not as it should be: " + e.getOriginalMessage()));
        } catch (HttpError e) {
            requireUnanswered(exchange, e);
            Faults.answer(exchange, e.status(), badRequest(String.valueOf(e.getMessage())));
        } catch (Refusal e) {
            e.answer(exchange);
        } catch (SandboxException | IllegalArgumentException e) {
            refuse(exchange, FaultWords.of(e));
        }
    }

    private static void refuse(Exchange exchange, FaultWords fault) throws IOException {
        requireUnanswered(exchange, new IOException(fault.what()));
        Faults.answer(exchange, fault);
    }

    /** What has begun can only be broken off. */
    private static void requireUnanswered(Exchange exchange, IOException why) throws IOException {
        if (exchange.isAnswered()) {
            throw why;
        }
    }

    private static FaultWords badRequest(String what) {
        return FaultWords.of(FaultWords.BAD_REQUEST, what, null);
    }

    /** How long it takes tells nothing about the token. */
    private boolean isAllowed(Exchange exchange) {
        String given = exchange.header("Authorization").orElse("");
        return given.startsWith(BEARER)
                && MessageDigest.isEqual(given.substring(BEARER.length()).getBytes(StandardCharsets.UTF_8), token);
    }

    /**
     * Returns who asks.
     *
     * @throws IllegalArgumentException if nobody says so
     */
    static String client(Exchange exchange) {
        Optional<String> client = exchange.header(Contract.CLIENT);
        if (client.isEmpty() || !CLIENT.matcher(client.get()).matches()) {
            throw new IllegalArgumentException("The header " + Contract.CLIENT
                    + " must be 16 to 128 letters, digits, - and _, made up by the client, but "
                    + client.map(given -> "it has " + given.length() + " characters, or others")
                            .orElse("it is missing"));
        }
        return client.get();
    }

    static void answer(Exchange exchange, int status, Object words) throws IOException {
        exchange.answer(status, Exchange.JSON, Words.written(words));
    }

    /**
     * Reads what is asked for.
     *
     * @throws JsonProcessingException if it is something else
     */
    static <T> T asked(Exchange exchange, Class<T> kind) throws IOException {
        return Words.asked(exchange.body(LARGEST_WORDS), kind);
    }

    /**
     * Returns a value of the query.
     *
     * @throws HttpError if it is missing
     */
    static String required(Exchange exchange, String name) throws HttpError {
        return exchange.query(name).orElseThrow(() -> new HttpError(400, "'" + name + "' is missing in the query"));
    }

    /**
     * Returns a number of the query.
     *
     * @throws HttpError if it is missing or none
     */
    static int number(Exchange exchange, String name) throws HttpError {
        String text = required(exchange, name);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new HttpError(400, "'" + name + "' must be a whole number, but was '" + text + "'");
        }
    }

    /**
     * Returns a number of bytes of the query.
     *
     * @throws HttpError if it is missing or none
     */
    static DataSize bytes(Exchange exchange, String name) throws HttpError {
        String text = required(exchange, name);
        try {
            return DataSize.ofBytes(Long.parseLong(text));
        } catch (IllegalArgumentException e) {
            throw new HttpError(400, "'" + name + "' must be a number of bytes, but was '" + text + "'");
        }
    }

    private Guest of(Exchange exchange, String id) {
        return guests.of(client(exchange), id);
    }

    private void heartbeat(Exchange exchange) throws IOException {
        answer(exchange, 200, new SandboxWords.Alive(guests.idsOf(client(exchange))));
    }

    private void expect(Exchange exchange) throws IOException {
        guests.expect(client(exchange), asked(exchange, ExpectedWords.class));
        exchange.answer(204);
    }

    private void create(Exchange exchange) throws IOException {
        answer(
                exchange,
                201,
                guests.make(client(exchange), asked(exchange, NewSandbox.class)).words());
    }

    private void remove(Exchange exchange, String id) throws IOException {
        guests.remove(client(exchange), id);
        exchange.answer(204);
    }

    private void change(Exchange exchange, String id, Consumer<Guest> change) throws IOException {
        change.accept(of(exchange, id));
        exchange.answer(204);
    }

    private void endpoint(Exchange exchange, String id) throws IOException {
        InetSocketAddress address = of(exchange, id).sandbox().endpoint(number(exchange, "port"));
        answer(exchange, 200, new Place(address.getHostString(), address.getPort()));
    }
}
