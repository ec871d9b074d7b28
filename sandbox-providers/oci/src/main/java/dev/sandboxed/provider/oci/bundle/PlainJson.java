package dev.sandboxed.provider.oci.bundle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;

/**
 * Writes maps, lists, text, numbers and truth values as JSON. A library that can do more takes half a second of a cold JVM to
 * get ready, and a status must come within one.
 */
final class PlainJson {

    private final StringBuilder text = new StringBuilder(16 * 1024);

    private PlainJson() {}

    static void write(Path file, Object value) throws IOException {
        PlainJson json = new PlainJson();
        json.add(value);
        Files.write(file, json.text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void add(Object value) {
        if (value instanceof Map<?, ?> map) {
            addAll('{', map.entrySet(), '}');
        } else if (value instanceof Collection<?> list) {
            addAll('[', list, ']');
        } else if (value instanceof Map.Entry<?, ?> entry) {
            quote(String.valueOf(entry.getKey()));
            text.append(':');
            add(entry.getValue());
        } else if (value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            quote(value.toString());
        }
    }

    private void addAll(char open, Collection<?> parts, char close) {
        text.append(open);
        for (Iterator<?> each = parts.iterator(); each.hasNext(); ) {
            add(each.next());
            if (each.hasNext()) {
                text.append(',');
            }
        }
        text.append(close);
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char letter = value.charAt(i);
            if (letter < ' ' || letter == '"' || letter == '\\') {
                text.append("\\u").append(HexFormat.of().toHexDigits(letter));
            } else {
                text.append(letter);
            }
        }
        text.append('"');
    }
}
