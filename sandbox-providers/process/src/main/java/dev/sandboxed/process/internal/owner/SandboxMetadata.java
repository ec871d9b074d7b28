package dev.sandboxed.process.internal.owner;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is written on a sandbox at the service, so that others can list it, and end it when its owner is gone.
 *
 * @param id the sandbox's id
 * @param ownership whose it is
 * @param labels the words of its spec
 */
public record SandboxMetadata(String id, Ownership ownership, Map<String, String> labels) {

    /** What all of our sandboxes have, and nobody else's. */
    public static final Map<String, String> OURS = Map.of("dev.sandboxed", "1");

    private static final String ID = "dev.sandboxed.id";
    private static final String LABEL = "dev.sandboxed.label.";

    public SandboxMetadata {
        labels = Map.copyOf(labels);
    }

    /** Returns what the sandbox with this id has, and no other. */
    public static Map<String, String> only(String id) {
        return Map.of(ID, id);
    }

    /** Returns it as words that a service keeps with the sandbox. */
    public Map<String, String> written() {
        Map<String, String> words = new LinkedHashMap<>(OURS);
        words.put(ID, id);
        words.putAll(ownership.written());
        labels.forEach((name, value) -> words.put(LABEL + name, value));
        return words;
    }

    /** Reads what was written; nothing if it was written by somebody else. */
    public static Optional<SandboxMetadata> read(Map<String, String> words) {
        Map<String, String> labels = new HashMap<>();
        words.forEach((name, value) -> {
            if (name.startsWith(LABEL)) {
                labels.put(name.substring(LABEL.length()), value);
            }
        });
        try {
            return Optional.of(new SandboxMetadata(Ownership.required(words, ID), Ownership.read(words), labels));
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }
}
