package dev.sandboxed.conformance.certificate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A part of a JSON text that knows where it stands, so that a fault can be named. Whatever is missing or of another kind
 * gives an IllegalArgumentException that says where.
 *
 * @param path where it stands, as in {@code clauses[3].outcome}; empty for the whole
 * @param node what stands there
 */
record JsonPart(String path, JsonNode node) {

    private static final int MOST_SHOWN = 60;

    /** Give a field that must be there. */
    JsonPart get(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException(below(name) + " is missing"));
    }

    /** Give a field that may be absent. */
    Optional<JsonPart> find(String name) {
        if (!node.isObject()) {
            throw unlike("an object");
        }
        return Optional.ofNullable(node.get(name)).map(field -> new JsonPart(below(name), field));
    }

    private String below(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Give all fields by their names. */
    Map<String, JsonPart> fields() {
        if (!node.isObject()) {
            throw unlike("an object");
        }
        Map<String, JsonPart> fields = new TreeMap<>();
        node.fieldNames().forEachRemaining(name -> fields.put(name, get(name)));
        return fields;
    }

    <T> List<T> items(Function<JsonPart, T> reader) {
        if (!node.isArray()) {
            throw unlike("a list");
        }
        List<T> items = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            items.add(reader.apply(new JsonPart(path + "[" + i + "]", node.get(i))));
        }
        return items;
    }

    String text() {
        if (!node.isTextual()) {
            throw unlike("a text");
        }
        return node.textValue();
    }

    /** Give a number that is zero or more. */
    double amount() {
        if (!node.isNumber() || node.doubleValue() < 0) {
            throw unlike("a number, zero or more");
        }
        return node.doubleValue();
    }

    int count() {
        return (int) whole(Integer.MAX_VALUE);
    }

    long bytes() {
        return whole(Long.MAX_VALUE);
    }

    private long whole(long most) {
        boolean fits = node.isIntegralNumber() && node.canConvertToLong();
        if (!fits || node.longValue() < 0 || node.longValue() > most) {
            throw unlike("a whole number from 0 to " + most);
        }
        return node.longValue();
    }

    /** Read a text whose form somebody else knows. */
    <T> T as(Function<String, T> reader) {
        try {
            return reader.apply(text());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(path + ": " + e.getMessage(), e);
        }
    }

    private IllegalArgumentException unlike(String kind) {
        String shown = node.toString();
        return new IllegalArgumentException((path.isEmpty() ? "the whole" : path) + " should be " + kind + ", but is "
                + (shown.length() > MOST_SHOWN ? shown.substring(0, MOST_SHOWN) + "…" : shown));
    }
}
