package dev.sandboxed.serve.internal.e2b.control;

import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which sandboxes a list shows, and in which order.
 *
 * @param metadata what they must have
 * @param states what they must be: {@code running}, {@code paused}
 * @param startedAfter only younger ones, if given
 * @param template only those made from it, if given
 * @param ascending whether the oldest come first
 */
record Listing(
        Map<String, String> metadata,
        Set<String> states,
        Optional<Instant> startedAfter,
        Optional<String> template,
        boolean ascending) {

    private static final Set<String> STATES = Set.of("running", "paused");

    static Listing of(Exchange exchange) throws HttpError {
        Set<String> states = Set.copyOf(exchange.query("state")
                .filter(text -> !text.isEmpty())
                .map(text -> List.of(text.split(",")))
                .orElse(List.copyOf(STATES)));
        if (!STATES.containsAll(states)) {
            throw Body.invalid("state must be running or paused or both, but was " + states);
        }
        String order = exchange.query("order").orElse("desc");
        if (!Set.of("asc", "desc").contains(order)) {
            throw Body.invalid("order must be asc or desc, but was '" + order + "'");
        }
        return new Listing(
                metadata(exchange), states, startedAfter(exchange), exchange.query("template"), order.equals("asc"));
    }

    /** The old list knows nothing but metadata, and shows those that run. */
    static Listing ofRunning(Exchange exchange) throws HttpError {
        return new Listing(metadata(exchange), Set.of("running"), Optional.empty(), Optional.empty(), false);
    }

    /** Decodes a query within a query: clients encode each name and value, and then the whole before it becomes a value itself. */
    private static Map<String, String> metadata(Exchange exchange) throws HttpError {
        Map<String, String> wanted = new LinkedHashMap<>();
        for (String pair : decoded(exchange.query("metadata").orElse("")).split("&")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                wanted.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
            } else if (!pair.isEmpty()) {
                throw Body.invalid("metadata must be name=value pairs joined by &, but one was '" + pair + "'");
            }
        }
        return wanted;
    }

    private static String decoded(String text) throws HttpError {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw Body.invalid("metadata cannot be decoded: '" + text + "'");
        }
    }

    private static Optional<Instant> startedAfter(Exchange exchange) throws HttpError {
        Optional<String> text = exchange.query("startedAfter");
        try {
            return text.map(time -> OffsetDateTime.parse(time).toInstant());
        } catch (DateTimeException e) {
            throw Body.invalid(
                    "startedAfter must be a time such as 2026-01-31T12:00:00Z, but was '" + text.orElse("") + "'");
        }
    }

    /** Returns what sandboxes are sorted by: their age, and those of the same age by id. */
    static String key(Resident resident) {
        return String.format(Locale.ROOT, "%015d", resident.startedAt().toEpochMilli()) + " " + resident.id();
    }

    List<Resident> select(List<Resident> all) {
        return all.stream()
                .filter(one -> one.wish().metadata().entrySet().containsAll(metadata.entrySet()))
                .filter(one -> states.contains(SandboxJson.isPaused(one) ? "paused" : "running"))
                .filter(one -> startedAfter.map(one.startedAt()::isAfter).orElse(true))
                .filter(one -> template.map(one.wish().template()::equals).orElse(true))
                .toList();
    }
}
