package dev.sandboxed.assertions.internal.message;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text read as JSON. */
public final class JsonContent {

    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    private final String text;
    private final JsonNode root;

    private JsonContent(String text, JsonNode root) {
        this.text = text;
        this.root = root;
    }

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException if it is not JSON, has a member twice, or has something behind its end
     */
    public static JsonContent parse(String text) {
        JsonNode root = read(text, true);
        if (root.isMissingNode()) {
            throw new IllegalArgumentException("it is empty");
        }
        return new JsonContent(text, root);
    }

    /** List where this differs from what is expected; white space and the order of members do not matter. */
    public List<String> differencesFrom(JsonContent expected, MessageMask mask) {
        return JsonDifferences.between(expected.root, root, mask);
    }

    /**
     * Returns whether there is a value, {@code null} included.
     *
     * @throws IllegalArgumentException if the pointer is malformed
     */
    public boolean has(String pointer) {
        return !root.at(JsonPointer.compile(pointer)).isMissingNode();
    }

    /** Returns a value as Java knows it: a map, a list, a string, a number, a boolean or null. */
    public @Nullable Object at(String pointer) {
        // Read again: the exact numbers that a comparison needs would be BigDecimal, where people write 1.5.
        return MAPPER.convertValue(read(text, false).at(JsonPointer.compile(pointer)), Object.class);
    }

    /** Returns what is at the end of that part of a pointer which leads somewhere. */
    String nearest(String pointer, MessageMask mask) {
        JsonPointer near = JsonPointer.compile(pointer);
        while (root.at(near).isMissingNode()) {
            near = near.head();
        }
        return JsonDifferences.place(near.toString()) + " is " + outline(root.at(near), mask);
    }

    private static String outline(JsonNode node, MessageMask mask) {
        if (node.isObject()) {
            List<String> names = new ArrayList<>();
            node.fieldNames().forEachRemaining(names::add);
            return "an object with the members " + names;
        }
        return node.isArray() ? "an array of " + node.size() + " elements" : JsonDifferences.shown(node, mask);
    }

    private static JsonNode read(String text, boolean exact) {
        try {
            return exact
                    ? MAPPER.reader(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                            .readTree(text)
                    : MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage() + position(e.getLocation()), e);
        }
    }

    private static String position(@Nullable JsonLocation at) {
        return at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
    }
}
