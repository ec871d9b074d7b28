package dev.sandboxed.serve.internal.connect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.serve.internal.web.Json;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A message of the caller, read by the rules that protocol buffers have for JSON: names in camel case or as they are declared,
 * null for absent, defaults where something is absent, unknown names ignored, and an error for a value of the wrong type.
 */
public final class ProtoMessage {

    private static final long MOST_UNSIGNED = 0xffff_ffffL;

    private final JsonNode node;

    private ProtoMessage(JsonNode node) {
        this.node = node;
    }

    /**
     * Reads a message.
     *
     * @throws ConnectError if it is no object of JSON
     */
    public static ProtoMessage parse(byte[] text) throws ConnectError {
        JsonNode node;
        try {
            node = Json.read(text);
        } catch (JsonProcessingException e) {
            throw ConnectError.invalid("unmarshal message: " + e.getOriginalMessage());
        }
        if (!node.isObject()) {
            throw ConnectError.invalid(
                    "unmarshal message: " + (node.isMissingNode() ? "it is empty" : "it is no JSON object"));
        }
        return new ProtoMessage(node);
    }

    public boolean has(String name) {
        return find(name) != null;
    }

    /** Returns a text; empty if absent. */
    public String text(String name) throws ConnectError {
        return optionalText(name).orElse("");
    }

    public Optional<String> optionalText(String name) throws ConnectError {
        JsonNode value = find(name);
        return value == null
                ? Optional.empty()
                : Optional.of(
                        require(name, value, value.isTextual(), "a string").textValue());
    }

    public boolean flag(String name, boolean otherwise) throws ConnectError {
        JsonNode value = find(name);
        return value == null
                ? otherwise
                : require(name, value, value.isBoolean(), "true or false").booleanValue();
    }

    /** Returns an unsigned number of 32 bits; 0 if absent. */
    public long number(String name) throws ConnectError {
        JsonNode value = find(name);
        if (value == null) {
            return 0;
        }
        boolean number = value.isIntegralNumber()
                || (value.isTextual() && value.textValue().matches("\\d{1,10}"));
        long given = require(name, value, number, "a whole number").asLong();
        require(name, value, given >= 0 && given <= MOST_UNSIGNED, "between 0 and " + MOST_UNSIGNED);
        return given;
    }

    /** Returns bytes, which are written in either alphabet of base64; none if absent. */
    public byte[] bytes(String name) throws ConnectError {
        String text = text(name).replace('-', '+').replace('_', '/');
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw ConnectError.invalid("unmarshal message: field " + name + " is not base64");
        }
    }

    /** Returns the name of a constant, or its number as text; empty if absent. */
    public String constant(String name) throws ConnectError {
        JsonNode value = find(name);
        return value == null
                ? ""
                : require(name, value, value.isTextual() || value.isInt(), "a constant")
                        .asText();
    }

    /** Returns a message inside; an empty one if absent. */
    public ProtoMessage message(String name) throws ConnectError {
        JsonNode value = find(name);
        return new ProtoMessage(value == null ? Json.object() : require(name, value, value.isObject(), "an object"));
    }

    public List<String> texts(String name) throws ConnectError {
        List<String> all = new ArrayList<>();
        JsonNode value = find(name);
        if (value != null) {
            for (JsonNode item : require(name, value, value.isArray(), "an array")) {
                all.add(require(name, item, item.isTextual(), "made of strings").textValue());
            }
        }
        return all;
    }

    public Map<String, String> textMap(String name) throws ConnectError {
        Map<String, String> all = new LinkedHashMap<>();
        JsonNode value = find(name);
        if (value != null) {
            for (Map.Entry<String, JsonNode> item :
                    require(name, value, value.isObject(), "an object").properties()) {
                JsonNode text = item.getValue();
                all.put(
                        item.getKey(),
                        require(name, text, text.isTextual(), "made of strings").textValue());
            }
        }
        return all;
    }

    private @Nullable JsonNode find(String name) {
        JsonNode value = node.get(name);
        if (value == null) {
            value = node.get(name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT));
        }
        return value == null || value.isNull() ? null : value;
    }

    private static JsonNode require(String name, JsonNode value, boolean holds, String what) throws ConnectError {
        if (!holds) {
            throw ConnectError.invalid("unmarshal message: field " + name + " must be " + what + ", but was " + value);
        }
        return value;
    }
}
