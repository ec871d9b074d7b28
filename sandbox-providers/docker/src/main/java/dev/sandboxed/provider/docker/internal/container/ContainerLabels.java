package dev.sandboxed.provider.docker.internal.container;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.api.Owner;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is written on a container, so that other processes can list it, and remove it when its owner is gone.
 *
 * @param id the sandbox's id
 * @param world where process ids of the owner are valid, as it is written
 * @param owner the process it dies with
 * @param enclosure the id of the engine's container that the owner runs in; empty if it runs in none that is known
 * @param labels the words of its spec
 * @param created when it was made
 * @param expires when its time to live ends, if it has one
 * @param isolation the level in force, as it is written
 */
public record ContainerLabels(
        String id,
        String world,
        Owner owner,
        String enclosure,
        Map<String, String> labels,
        Instant created,
        @Nullable Instant expires,
        String isolation) {

    /** The label that all of our containers have; its value is the sandbox's id. */
    public static final String ID = "dev.sandboxed.id";

    private static final String ENCLOSURE = "dev.sandboxed.owner.container";
    private static final String LABELS = "dev.sandboxed.labels";
    private static final String ISOLATION = "dev.sandboxed.isolation";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public ContainerLabels {
        labels = Map.copyOf(labels);
    }

    /** Returns whose it is, and until when. */
    public Ownership ownership() {
        return new Ownership(ProcessWorld.read(world), owner, created, expires);
    }

    public Map<String, String> written() {
        Map<String, String> written = new LinkedHashMap<>();
        written.put(ID, id);
        written.putAll(ownership().written());
        // Even if there is none: the image may have been made from a container that had one.
        written.put(ENCLOSURE, enclosure);
        written.put(ISOLATION, isolation);
        try {
            written.put(LABELS, JSON.writeValueAsString(labels));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A map of texts cannot be written", e);
        }
        return written;
    }

    /** Reads what was written; nothing if it was written by somebody else. */
    public static Optional<ContainerLabels> read(Map<String, String> written) {
        try {
            Ownership ownership = Ownership.read(written);
            return Optional.of(new ContainerLabels(
                    Ownership.required(written, ID),
                    ownership.world().written(),
                    ownership.owner(),
                    written.getOrDefault(ENCLOSURE, Enclosure.NONE),
                    words(Ownership.required(written, LABELS)),
                    ownership.created(),
                    ownership.expires(),
                    Isolation.parse(Ownership.required(written, ISOLATION)).written()));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Map<String, String> words(String json) throws JsonProcessingException {
        Map<String, String> words = JSON.readValue(json, new TypeReference<Map<String, String>>() {});
        if (words == null || words.containsValue(null)) {
            throw new IllegalArgumentException("label " + LABELS + " is no map of texts: " + json);
        }
        return words;
    }
}
