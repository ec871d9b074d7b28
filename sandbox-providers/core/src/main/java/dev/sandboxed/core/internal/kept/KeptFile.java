package dev.sandboxed.core.internal.kept;

import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The text of the file about a kept sandbox: properties, so that a person can read it. */
final class KeptFile {

    private static final String FORMAT = "1";
    private static final String SPEC = "spec.";
    private static final String LEFT_OUT = "leftOut.";

    private KeptFile() {}

    static String write(KeptSandbox kept) {
        Properties lines = new Properties();
        lines.setProperty("format", FORMAT);
        lines.setProperty("id", kept.id());
        lines.setProperty("test", kept.test());
        lines.setProperty("provider", kept.provider());
        lines.setProperty("until", kept.until().toString());
        lines.setProperty("content", kept.content().name());
        for (int i = 0; i < kept.leftOut().size(); i++) {
            lines.setProperty(LEFT_OUT + i, kept.leftOut().get(i));
        }
        SpecEntries.write(kept.spec()).forEach((key, value) -> lines.setProperty(SPEC + key, value));
        StringWriter text = new StringWriter();
        try {
            lines.store(text, "a sandbox that is kept for a while; ./sandboxed shell opens it");
        } catch (IOException e) {
            throw new IllegalStateException("A text cannot be written", e);
        }
        return text.toString();
    }

    /**
     * Reads what was written.
     *
     * @throws IOException if it was not written by this version, or is not whole
     */
    static KeptSandbox read(String text) throws IOException {
        try {
            Map<String, String> entries = entries(text);
            if (!FORMAT.equals(entries.get("format"))) {
                throw new IOException(
                        "it has format " + entries.get("format") + ", and only format " + FORMAT + " is known");
            }
            return new KeptSandbox(
                    required(entries, "id"),
                    required(entries, "test"),
                    required(entries, "provider"),
                    Instant.parse(required(entries, "until")),
                    KeptSandbox.Content.valueOf(required(entries, "content")),
                    spec(entries),
                    leftOut(entries));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IOException("it is damaged: " + e.getMessage(), e);
        }
    }

    private static Map<String, String> entries(String text) throws IOException {
        Properties lines = new Properties();
        lines.load(new StringReader(text));
        Map<String, String> entries = new TreeMap<>();
        lines.stringPropertyNames().forEach(key -> entries.put(key, lines.getProperty(key, "")));
        return entries;
    }

    private static SandboxSpec spec(Map<String, String> entries) {
        Map<String, String> spec = new LinkedHashMap<>();
        entries.forEach((key, value) -> {
            if (key.startsWith(SPEC)) {
                spec.put(key.substring(SPEC.length()), value);
            }
        });
        return SpecEntries.read(spec);
    }

    private static List<String> leftOut(Map<String, String> entries) {
        List<String> all = new ArrayList<>();
        for (String next = entries.get(LEFT_OUT + 0); next != null; next = entries.get(LEFT_OUT + all.size())) {
            all.add(next);
        }
        return all;
    }

    private static String required(Map<String, String> entries, String key) {
        String value = entries.get(key);
        if (value == null) {
            throw new IllegalArgumentException("'" + key + "' is missing");
        }
        return value;
    }
}
