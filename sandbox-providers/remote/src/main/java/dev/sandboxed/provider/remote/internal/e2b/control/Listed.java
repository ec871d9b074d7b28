package dev.sandboxed.provider.remote.internal.e2b.control;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/**
 * A sandbox in the service's list.
 *
 * @param id what the service calls it
 * @param paused whether it is held
 * @param metadata what was written on it when it was made
 */
public record Listed(String id, boolean paused, Map<String, String> metadata) {

    public Listed {
        metadata = Map.copyOf(metadata);
    }

    static Listed read(JsonNode entry) {
        Map<String, String> metadata = new HashMap<>();
        entry.path("metadata")
                .properties()
                .forEach(field -> metadata.put(field.getKey(), field.getValue().asText()));
        return new Listed(
                entry.path("sandboxID").asText(), entry.path("state").asText().equals("paused"), metadata);
    }
}
