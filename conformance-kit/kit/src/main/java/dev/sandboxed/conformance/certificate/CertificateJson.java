package dev.sandboxed.conformance.certificate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** Writes certificates as JSON, and reads those that this or another version of the kit has written. */
public final class CertificateJson {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** The same bytes on every host, so that files can be compared. */
    private static final ObjectWriter WRITER = JSON.writer(new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    private CertificateJson() {}

    /** Write a certificate in the form that its schema describes. */
    public static String write(Certificate certificate) {
        try {
            return WRITER.writeValueAsString(tree(certificate)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree in memory can always be written", e);
        }
    }

    /**
     * Read a file.
     *
     * @throws IllegalArgumentException if it is no certificate; the message names the file and the fault
     * @throws UncheckedIOException if it cannot be read
     */
    public static WrittenCertificate read(Path file) {
        try {
            return parse(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the certificate '" + file + "': " + e, e);
        }
    }

    static WrittenCertificate parse(String name, String text) {
        try {
            return WrittenCertificate.of(new JsonPart("", JSON.readTree(text)));
        } catch (JsonProcessingException e) {
            throw noCertificate(name, "it is not JSON, " + e.getOriginalMessage(), e);
        } catch (IllegalArgumentException e) {
            throw noCertificate(name, String.valueOf(e.getMessage()), e);
        }
    }

    private static IllegalArgumentException noCertificate(String name, String fault, Exception cause) {
        return new IllegalArgumentException(
                "'" + name + "' is no certificate: " + fault + "; name a certificate.json as an examination writes it",
                cause);
    }

    private static ObjectNode tree(Certificate certificate) {
        ObjectNode root = JSON.createObjectNode().put("contract", certificate.contract());
        root.putObject("kit")
                .put("version", certificate.kit().version())
                .put("digest", certificate.kit().digest())
                .put("patience", certificate.kit().patience());
        root.putObject("provider")
                .put("name", certificate.provider().name())
                .put("version", certificate.provider().version())
                .put("runtime", certificate.provider().runtime());
        root.putObject("host")
                .put("os", certificate.host().os())
                .put("arch", certificate.host().arch())
                .put("kernel", certificate.host().kernel())
                .put("cpus", certificate.host().cpus())
                .put("memory", certificate.host().memory().bytes())
                .put("virtualisation", certificate.host().virtualisation());
        root.put("isolation", certificate.isolation().written());
        put(root.putArray("capabilities"), certificate.capabilityNames());
        ArrayNode clauses = root.putArray("clauses");
        certificate.clauses().forEach(clause -> put(clauses.addObject(), clause));
        certificate.timings().ifPresent(timings -> put(root.putObject("timings"), timings));
        ObjectNode counts = root.putObject("counts");
        certificate.counts().forEach((outcome, count) -> counts.put(outcome.written(), count));
        put(root.putArray("leftovers"), certificate.leftovers());
        root.put("verdict", certificate.verdict());
        put(root.putArray("remarks"), certificate.remarks());
        return root.put("started", certificate.started().toString())
                .put("seconds", certificate.took().toMillis() / 1000.0);
    }

    private static void put(ArrayNode array, Collection<String> texts) {
        texts.forEach(array::add);
    }

    private static void put(ObjectNode object, ClauseResult clause) {
        object.put("id", clause.id())
                .put("level", clause.level().name())
                .put("needs", clause.needs())
                .put("outcome", clause.outcome().written())
                .put("reason", clause.reason())
                .put("millis", clause.took().toMillis());
    }

    private static void put(ObjectNode object, Timings timings) {
        put(object.putObject("cold"), timings.cold());
        Timings.Spread restored = timings.restored();
        if (restored != null) {
            put(object.putObject("restored"), restored);
        }
        put(object.putObject("exec"), timings.exec());
    }

    private static void put(ObjectNode object, Timings.Spread spread) {
        object.put("p50Millis", millis(spread.p50()))
                .put("p95Millis", millis(spread.p95()))
                .put("samples", spread.samples());
    }

    /** Microseconds are as exact as it makes sense to be. */
    private static double millis(Duration duration) {
        return TimeUnit.NANOSECONDS.toMicros(duration.toNanos()) / 1000.0;
    }
}
