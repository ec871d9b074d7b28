package dev.sandboxed.serve.internal.e2b.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The body of a request, whose values must have the types that the interface gives them. Names that it does not know are ignored.
 *
 * @param json an object
 */
record Body(JsonNode json) {

    private static final DataSize LARGEST = DataSize.ofMebibytes(1);

    /** Reads a body that must be there. */
    static Body of(Exchange exchange) throws IOException {
        return read(exchange, exchange.body(LARGEST));
    }

    /** Reads a body that may be absent, which is like an empty object. */
    static Body ofOptional(Exchange exchange) throws IOException {
        byte[] text = exchange.body(LARGEST);
        return text.length == 0 ? new Body(Json.object()) : read(exchange, text);
    }

    private static Body read(Exchange exchange, byte[] text) throws HttpError {
        if (!exchange.contentType().equals(Exchange.JSON)) {
            throw invalid("the content type must be application/json, but was '" + exchange.contentType() + "'");
        }
        JsonNode json;
        try {
            json = Json.read(text);
        } catch (JsonProcessingException e) {
            throw invalid("the body is not JSON: " + e.getOriginalMessage());
        }
        if (!json.isObject()) {
            throw invalid("the body must be a JSON object");
        }
        return new Body(json);
    }

    static HttpError invalid(String message) {
        return new HttpError(400, "validation error: " + message);
    }

    boolean has(String name) {
        return json.hasNonNull(name);
    }

    /**
     * Makes sure that nothing is asked for that this server does not do.
     *
     * @param before what the names of values are preceded by where they are told
     * @throws HttpError if one of them is there, and is not an empty object or array, which asks for nothing
     */
    void requireNone(String before, String... names) throws HttpError {
        for (String name : names) {
            if (has(name)
                    && !(json.get(name).isContainerNode() && json.get(name).isEmpty())) {
                throw new HttpError(400, before + name + " is not supported by this server; leave it out");
            }
        }
    }

    Optional<String> text(String name) throws HttpError {
        return has(name)
                ? Optional.of(
                        require(name, json.get(name).isTextual(), "a string").textValue())
                : Optional.empty();
    }

    boolean flag(String name, boolean otherwise) throws HttpError {
        return has(name)
                ? require(name, json.get(name).isBoolean(), "true or false").booleanValue()
                : otherwise;
    }

    Optional<Integer> number(String name) throws HttpError {
        return has(name)
                ? Optional.of(require(name, json.get(name).isInt(), "a whole number of 32 bits")
                        .intValue())
                : Optional.empty();
    }

    Body object(String name) throws HttpError {
        return new Body(has(name) ? require(name, json.get(name).isObject(), "an object") : Json.object());
    }

    Map<String, String> texts(String name) throws HttpError {
        Map<String, String> all = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : object(name).json.properties()) {
            require(name, entry.getValue().isTextual(), "an object with strings in it");
            all.put(entry.getKey(), entry.getValue().textValue());
        }
        return all;
    }

    List<String> list(String name) throws HttpError {
        List<String> all = new ArrayList<>();
        if (has(name)) {
            for (JsonNode item : require(name, json.get(name).isArray(), "an array")) {
                require(name, item.isTextual(), "an array of strings");
                all.add(item.textValue());
            }
        }
        return all;
    }

    private JsonNode require(String name, boolean holds, String what) throws HttpError {
        if (!holds) {
            throw invalid(name + " must be " + what + ", but was " + json.get(name));
        }
        return json.get(name);
    }
}
