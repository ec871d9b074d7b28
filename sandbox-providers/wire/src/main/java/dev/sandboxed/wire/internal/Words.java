package dev.sandboxed.wire.internal;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as the contract has it: one value, no name twice, nothing behind it, and durations as seconds. */
public final class Words {

    private static final double NANOS = 1e9;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private Words() {}

    /**
     * Reads what was asked for. A name that is not known is refused: whoever sent it means something by it.
     *
     * @throws JsonProcessingException if it is not exactly one value of that kind
     */
    public static <T> T asked(byte[] text, Class<T> kind) throws JsonProcessingException {
        return read(MAPPER.readerFor(kind), text, kind);
    }

    /**
     * Reads what was answered. A name that is not known is passed over: a later version may add some.
     *
     * @throws JsonProcessingException if it is not exactly one value of that kind
     */
    public static <T> T answered(byte[] text, Class<T> kind) throws JsonProcessingException {
        return read(MAPPER.readerFor(kind).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES), text, kind);
    }

    private static <T> T read(ObjectReader reader, byte[] text, Class<T> kind) throws JsonProcessingException {
        try {
            return reader.readValue(text, kind);
        } catch (JsonProcessingException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("An array cannot fail to be read", e);
        }
    }

    public static byte[] written(Object words) {
        try {
            return MAPPER.writeValueAsBytes(words);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("What the contract has can always be written", e);
        }
    }

    static double seconds(Duration time) {
        return time.getSeconds() + time.getNano() / NANOS;
    }

    /** Returns the time, to the nanosecond. */
    static Duration duration(double seconds) {
        long whole = (long) Math.floor(seconds);
        return Duration.ofSeconds(whole, Math.round((seconds - whole) * NANOS));
    }

    /** Refuses what is missing; whoever reads JSON is not told by its type. */
    static void require(String name, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException("'" + name + "' is missing");
        }
    }

    static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    static <T> Map<String, T> orNone(@Nullable Map<String, T> map) {
        return map == null ? Map.of() : map;
    }
}
