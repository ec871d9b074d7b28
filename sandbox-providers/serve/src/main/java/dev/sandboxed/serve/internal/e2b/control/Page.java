package dev.sandboxed.serve.internal.e2b.control;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A part of a list, told by how many there are at most and by what came last on the page before.
 *
 * @param limit how many at most
 * @param after the key of what came last; empty for the first page
 * @param ascending whether the smallest key comes first
 */
record Page(int limit, Optional<String> after, boolean ascending) {

    private static final int MOST = 100;

    static Page of(Exchange exchange, boolean ascending) throws HttpError {
        Optional<String> token = exchange.query("nextToken").filter(text -> !text.isEmpty());
        Optional<String> after = Optional.empty();
        if (token.isPresent()) {
            after = Optional.of(read(token.get(), prefix(ascending)));
        }
        return new Page(limit(exchange), after, ascending);
    }

    private static int limit(Exchange exchange) throws HttpError {
        String text = exchange.query("limit").orElse(Integer.toString(MOST));
        if (!text.matches("[1-9]\\d{0,2}") || Integer.parseInt(text) > MOST) {
            throw Body.invalid("limit must be between 1 and " + MOST + ", but was '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    /** A token belongs to an order. */
    private static String prefix(boolean ascending) {
        return ascending ? "asc " : "desc ";
    }

    private static String read(String token, String prefix) throws HttpError {
        try {
            String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8);
            if (text.startsWith(prefix)) {
                return text.substring(prefix.length());
            }
        } catch (IllegalArgumentException notOfOurs) {
            // Told below, together with those that belong to another order.
        }
        throw new HttpError(400, "Invalid next token: it is not one of a list in this order");
    }

    /**
     * Answers with the page of a list.
     *
     * @param key what tells an item from all others, and what they are sorted by
     */
    <T> void answer(Exchange exchange, List<T> all, Function<T, String> key, Function<T, ObjectNode> json)
            throws IOException {
        Comparator<String> order = ascending ? Comparator.naturalOrder() : Comparator.reverseOrder();
        List<T> rest = all.stream()
                .filter(item -> after.map(last -> order.compare(key.apply(item), last) > 0)
                        .orElse(true))
                .sorted(Comparator.comparing(key, order))
                .toList();
        List<T> shown = rest.subList(0, Math.min(limit, rest.size()));
        if (shown.size() < rest.size()) {
            String last = prefix(ascending) + key.apply(shown.get(shown.size() - 1));
            exchange.with(
                    "X-Next-Token",
                    Base64.getUrlEncoder().withoutPadding().encodeToString(last.getBytes(StandardCharsets.UTF_8)));
        }
        ArrayNode answer = Json.array();
        shown.forEach(item -> answer.add(json.apply(item)));
        exchange.answer(200, answer);
    }
}
