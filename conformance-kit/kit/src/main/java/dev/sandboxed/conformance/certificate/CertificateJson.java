package dev.sandboxed.conformance.certificate;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.function.Function;
import java.util.function.Predicate;

/** Writes certificates as JSON, and reads those that this or another version of the kit has written. */
final class CertificateJson {

    private static final int MOST_SHOWN = 60;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .addMixIn(DataSize.class, Bytes.class)
            .addModule(new SimpleModule()
                    .addDeserializer(String.class, text(String.class, text -> text))
                    .addDeserializer(Outcome.class, text(Outcome.class, Outcome::parse))
                    .addDeserializer(int.class, whole(int.class, Integer.MAX_VALUE, JsonNode::intValue))
                    .addDeserializer(long.class, whole(long.class, Long.MAX_VALUE, JsonNode::longValue))
                    .addDeserializer(
                            DataSize.class,
                            whole(DataSize.class, Long.MAX_VALUE, node -> DataSize.ofBytes(node.longValue())))
                    .addDeserializer(
                            double.class,
                            new Leaf<>(
                                    double.class,
                                    "a number, zero or more",
                                    node -> node.isNumber() && node.doubleValue() >= 0,
                                    JsonNode::doubleValue)))
            .build();

    /** The same bytes on every host, so that files can be compared. */
    private static final ObjectWriter WRITER = JSON.writer(new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    private CertificateJson() {}

    /** Returns a certificate in the form that its schema describes. */
    static String write(Certificate certificate) {
        try {
            return WRITER.writeValueAsString(WrittenCertificate.of(certificate)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A record of texts and numbers can always be written", e);
        }
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException if it is no certificate; the message names the file and the fault
     * @throws UncheckedIOException if it cannot be read
     */
    static WrittenCertificate read(Path file) {
        try {
            return parse(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the certificate '" + file + "': " + e, e);
        }
    }

    static WrittenCertificate parse(String name, String text) {
        try {
            JsonNode tree = JSON.readTree(text);
            try {
                return JSON.treeToValue(withDefaults(tree), WrittenCertificate.class);
            } catch (JsonMappingException e) {
                throw noCertificate(name, fault(tree, e), e);
            } catch (IllegalArgumentException e) {
                throw noCertificate(name, String.valueOf(e.getMessage()), e);
            }
        } catch (JsonProcessingException e) {
            throw noCertificate(name, "it is not JSON, " + e.getOriginalMessage(), e);
        }
    }

    private static IllegalArgumentException noCertificate(String name, String fault, Exception cause) {
        return new IllegalArgumentException(
                "'" + name + "' is no certificate: " + fault + "; name a certificate.json as an examination writes it",
                cause);
    }

    /** Adds what may be absent: what was not measured, and what the first kits did not write. */
    private static JsonNode withDefaults(JsonNode tree) {
        if (!(tree instanceof ObjectNode root)) {
            throw new IllegalArgumentException("the whole should be an object, but is " + tree);
        }
        root.putIfAbsent("timings", JSON.createObjectNode());
        if (root.get("kit") instanceof ObjectNode kit) {
            kit.putIfAbsent("patience", DoubleNode.valueOf(1));
        }
        return root;
    }

    /** Returns what is wrong, and where, as in {@code clauses[3].outcome is missing}. */
    private static String fault(JsonNode tree, JsonMappingException e) {
        StringBuilder place = new StringBuilder();
        JsonNode node = tree;
        for (JsonMappingException.Reference step : e.getPath()) {
            String name = step.getFieldName();
            node = name == null ? node.path(step.getIndex()) : node.path(name);
            place.append(name == null ? "[" + step.getIndex() + "]" : place.isEmpty() ? name : "." + name);
        }
        if (e.getCause() instanceof IllegalArgumentException told) {
            return (place.isEmpty() ? "" : place + ": ") + told.getMessage();
        }
        if (node.isMissingNode()) {
            return place + " is missing";
        }
        String shown = node.toString();
        return place + " should be " + kind(e) + ", but is "
                + (shown.length() > MOST_SHOWN ? shown.substring(0, MOST_SHOWN) + "…" : shown);
    }

    /** A leaf says what it should be; of the rest, Jackson names the class. */
    private static String kind(JsonMappingException e) {
        Class<?> type = e instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        if (type == null) {
            return e.getOriginalMessage();
        }
        return Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }

    private static <T> Leaf<T> text(Class<T> type, Function<String, T> reader) {
        return new Leaf<>(type, "a text", JsonNode::isTextual, node -> reader.apply(node.textValue()));
    }

    private static <T> Leaf<T> whole(Class<T> type, long most, Function<JsonNode, T> reader) {
        Predicate<JsonNode> fits = node ->
                node.isIntegralNumber() && node.canConvertToLong() && node.longValue() >= 0 && node.longValue() <= most;
        return new Leaf<>(type, "a whole number from 0 to " + most, fits, reader);
    }

    /** A size is written as its bytes. */
    private interface Bytes {
        @JsonValue
        long bytes();
    }

    /** Reads a value that has no parts, and takes nothing else for one of its kind. */
    private static final class Leaf<T> extends StdDeserializer<T> {

        private static final long serialVersionUID = 1;

        private final transient String kind;
        private final transient Predicate<JsonNode> fits;
        private final transient Function<JsonNode, T> reader;

        Leaf(Class<T> type, String kind, Predicate<JsonNode> fits, Function<JsonNode, T> reader) {
            super(type);
            this.kind = kind;
            this.fits = fits;
            this.reader = reader;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            JsonNode node = context.readTree(parser);
            if (!fits.test(node)) {
                throw new JsonMappingException(parser, kind);
            }
            return reader.apply(node);
        }

        @Override
        public T getNullValue(DeserializationContext context) throws JsonMappingException {
            throw new JsonMappingException(context.getParser(), kind);
        }
    }
}
