package dev.sandboxed.wire.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The document that others write services by says what ours reads and writes. */
class OpenApiTests {

    private static final Map<String, Class<? extends Record>> RECORDS = Map.ofEntries(
            Map.entry("Fault", FaultWords.class),
            Map.entry("Service", ServiceWords.class),
            Map.entry("Provider", ProviderWords.class),
            Map.entry("NewSandbox", NewSandbox.class),
            Map.entry("Expected", ExpectedWords.class),
            Map.entry("Spec", SpecWords.class),
            Map.entry("Limits", SpecWords.LimitWords.class),
            Map.entry("Network", SpecWords.NetworkWords.class),
            Map.entry("Sandbox", SandboxWords.class),
            Map.entry("Command", CommandWords.class),
            Map.entry("CommandEvent", CommandEvent.class),
            Map.entry("Entry", EntryWords.class),
            Map.entry("Files", FilesWords.class),
            Map.entry("FileContent", FilesWords.Content.class),
            Map.entry("Snapshot", SnapshotWords.class),
            Map.entry("SnapshotWish", SnapshotWords.Wish.class),
            Map.entry("Usage", UsageWords.class),
            Map.entry("Attempt", AttemptWords.class),
            Map.entry("Place", Place.class),
            Map.entry("ReapReport", ReapWords.class),
            Map.entry("NewProcessSandbox", ProcessWords.NewSandbox.class),
            Map.entry("ProcessSpec", ProcessWords.Spec.class),
            Map.entry("ProcessSandbox", ProcessWords.Sandbox.class),
            Map.entry("ProcessStart", ProcessWords.Start.class),
            Map.entry("Orphans", ProcessWords.Orphans.class));

    private static JsonNode document() throws IOException {
        return new ObjectMapper()
                .readTree(Path.of("../../docs/http-openapi.json").toFile());
    }

    static Stream<Arguments> schemas() throws IOException {
        return document().path("components").path("schemas").properties().stream()
                .map(schema -> Arguments.of(schema.getKey(), schema.getValue()));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void everySchemaHasTheNamesOfItsRecordAndNeedsThoseThatMustBeThere(String name, JsonNode schema) {
        assertThat(RECORDS).containsKey(name);
        TreeSet<String> all = new TreeSet<>();
        TreeSet<String> needed = new TreeSet<>();
        Stream.of(RECORDS.get(name).getRecordComponents()).forEach(component -> {
            all.add(component.getName());
            if (!component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                needed.add(component.getName());
            }
        });
        TreeSet<String> required = new TreeSet<>();
        schema.path("required").forEach(each -> required.add(each.asText()));

        assertThat(new TreeSet<>(schema.path("properties").properties().stream()
                        .map(Map.Entry::getKey)
                        .toList()))
                .isEqualTo(all);
        assertThat(required).isEqualTo(needed);
    }
}
