package dev.sandboxed.provider.remote.internal.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;

/** JSON as the services speak it. */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private Json() {}

    /** Returns a message without any field. */
    public static ObjectNode message() {
        return MAPPER.createObjectNode();
    }

    /** Returns a message with a field for each entry. */
    public static ObjectNode of(Map<String, String> fields) {
        ObjectNode node = message();
        fields.forEach(node::put);
        return node;
    }

    /**
     * Reads a message.
     *
     * @throws IOException if it is no JSON
     */
    public static JsonNode read(byte[] bytes) throws IOException {
        JsonNode node = MAPPER.readTree(bytes);
        return node == null ? MissingNode.getInstance() : node;
    }

    /** Writes a message. */
    public static byte[] write(JsonNode message) {
        try {
            return MAPPER.writeValueAsBytes(message);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree of JSON cannot be written", e);
        }
    }
}
