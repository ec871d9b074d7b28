package dev.sandboxed.serve.internal.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;

/** JSON as the servers read and write it: one value, no name twice, nothing behind it. */
public final class Json {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final ObjectWriter SORTED = MAPPER.writer().with(JsonNodeFeature.WRITE_PROPERTIES_SORTED);

    private Json() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /**
     * Reads a value; an empty text gives a missing node.
     *
     * @throws JsonProcessingException if it is not exactly one value
     */
    public static JsonNode read(byte[] text) throws JsonProcessingException {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("An array cannot fail to be read", e);
        }
    }

    /** Returns a digest that two values share only if they are equal, in whatever order their members are. */
    public static String digest(JsonNode value) {
        try {
            return HexFormat.of().formatHex(Sha256.of(SORTED.writeValueAsString(value)));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("A tree of JSON can always be written", e);
        }
    }

    public static byte[] write(JsonNode value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("A tree of JSON can always be written", e);
        }
    }
}
