package dev.sandboxed.core.internal.config;

import java.util.Locale;
import java.util.Optional;

/** How a kind of source writes keys. */
enum Spelling {
    /** As the key is: {@code sandbox.e2b.apiKey}. */
    DOTTED {
        @Override
        String write(String key) {
            return key;
        }

        @Override
        Optional<String> below(String prefix, String name) {
            String start = prefix + ".";
            return name.startsWith(start) && name.length() > start.length()
                    ? Optional.of(name.substring(start.length()))
                    : Optional.empty();
        }
    },

    /** As environments do: {@code SANDBOX_E2B_API_KEY}. */
    ENVIRONMENT {
        @Override
        String write(String key) {
            return key.replaceAll("([a-z0-9])([A-Z])", "$1_$2")
                    .replaceAll("[^A-Za-z0-9]", "_")
                    .toUpperCase(Locale.ROOT);
        }

        @Override
        Optional<String> below(String prefix, String name) {
            String start = write(prefix) + "_";
            return name.startsWith(start) && name.length() > start.length()
                    ? Optional.of(camelCase(name.substring(start.length())))
                    : Optional.empty();
        }
    };

    abstract String write(String key);

    /** Returns what is left of a written name when it begins with the given part of a key. */
    abstract Optional<String> below(String prefix, String name);

    private static String camelCase(String words) {
        StringBuilder text = new StringBuilder();
        for (String word : words.toLowerCase(Locale.ROOT).split("_")) {
            if (!text.isEmpty() && !word.isEmpty()) {
                text.append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
            } else {
                text.append(word);
            }
        }
        return text.toString();
    }
}
