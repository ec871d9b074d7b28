package dev.sandboxed.junit.internal.inside;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SecretMask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * What happened inside, as it was written down there. None of it is trusted: it is text of at most a certain size, and what makes no
 * sense is left out.
 */
final class Events {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SecretMask mask;
    private final List<Map<String, String>> entries = new ArrayList<>();
    private final List<Attachments.Attached> files = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private boolean hasTest;
    private boolean hasEnd;

    private Events(SecretMask mask) {
        this.mask = mask;
    }

    static Events read(String text, Set<Secret> hidden) {
        Events events = new Events(SecretMask.of(hidden));
        text.lines().map(Events::parsed).forEach(events::add);
        return events;
    }

    private static JsonNode parsed(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    private void add(JsonNode event) {
        switch (event.path("event").asText()) {
            case "entry" -> entry(event.path("values"));
            case "file" ->
                files.add(new Attachments.Attached(
                        event.path("path").asText(), event.path("mediaType").asText()));
            case "skipped" -> skipped(event.path("reason").asText());
            case "finished" -> finished(event);
            case "end" -> hasEnd = true;
            default -> {
                // Half a line, of a JVM that was ended while it wrote.
            }
        }
    }

    private void entry(JsonNode values) {
        Map<String, String> entry = new LinkedHashMap<>();
        values.properties().forEach(field -> {
            String value = field.getValue().asText();
            if (!field.getKey().isBlank() && !value.isBlank()) {
                entry.put(mask.apply(field.getKey()), mask.apply(value));
            }
        });
        if (!entry.isEmpty()) {
            entries.add(entry);
        }
    }

    private void skipped(String reason) {
        hasTest = true;
        failures.add(new TestAbortedException("Skipped inside: " + mask.apply(reason)));
    }

    private void finished(JsonNode event) {
        hasTest |= event.path("test").asBoolean();
        if (event.has("failure")) {
            hasTest = true;
            failures.add(new Rebuilding(mask).rebuild(event.path("failure")));
        }
    }

    /** Returns whether the run came to its end, and the test had a result. */
    boolean isComplete() {
        return hasEnd && hasTest;
    }

    /** Returns what stands for the failure, the first of several, with the others below it; null if there was none. */
    @Nullable
    Throwable failure() {
        if (failures.isEmpty()) {
            return null;
        }
        Throwable first = failures.get(0);
        failures.subList(1, failures.size()).forEach(first::addSuppressed);
        return first;
    }

    List<Map<String, String>> entries() {
        return entries;
    }

    List<Attachments.Attached> files() {
        return files;
    }
}
