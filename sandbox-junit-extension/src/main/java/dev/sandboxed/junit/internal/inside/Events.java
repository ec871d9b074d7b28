package dev.sandboxed.junit.internal.inside;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sandboxed.api.internal.text.HarmlessText;
import dev.sandboxed.api.spec.Secret;
import dev.sandboxed.api.spec.SecretMask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What happened inside, as it was written down there. None of it is trusted: it is text of at most a certain size, and what makes no
 * sense is left out.
 */
final class Events {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SecretMask mask;
    private final Rebuilding rebuilding;
    private final List<Map<String, String>> entries = new ArrayList<>();
    private final List<Attachments.Attached> files = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private boolean hasTest;
    private boolean hasEnd;

    private Events(SecretMask mask) {
        this.mask = mask;
        this.rebuilding = new Rebuilding(mask);
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
                entry.put(told(field.getKey()), told(value));
            }
        });
        if (!entry.isEmpty()) {
            entries.add(entry);
        }
    }

    private String told(String text) {
        return HarmlessText.of(mask.apply(text));
    }

    private void skipped(String reason) {
        hasTest = true;
        rebuilding.skipped(reason).ifPresent(failures::add);
    }

    private void finished(JsonNode event) {
        hasTest |= event.path("test").asBoolean();
        if (event.has("failure")) {
            hasTest = true;
            rebuilding.rebuild(event.path("failure")).ifPresent(failures::add);
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
