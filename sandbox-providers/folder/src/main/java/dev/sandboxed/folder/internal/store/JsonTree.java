package dev.sandboxed.folder.internal.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes records, maps, lists, text, numbers and truth values as JSON. Not with an object mapper, which takes a third of a
 * second of a cold JVM to get ready: the first sandbox would wait for it.
 */
public final class JsonTree {

    private static final JsonFactory JSON = new JsonFactory();

    private JsonTree() {}

    /** Returns a value as the bytes of a file. */
    public static byte[] bytes(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            add(json, value);
        }
        return bytes.toByteArray();
    }

    private static void add(JsonGenerator json, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            addObject(json, map);
        } else if (value instanceof Record components) {
            addObject(json, fields(components));
        } else if (value instanceof Collection<?> list) {
            json.writeStartArray();
            for (Object part : list) {
                add(json, part);
            }
            json.writeEndArray();
        } else if (value instanceof Number number) {
            json.writeNumber(number.toString());
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else {
            json.writeString(value == null ? null : value.toString());
        }
    }

    private static void addObject(JsonGenerator json, Map<?, ?> fields) throws IOException {
        json.writeStartObject();
        for (Map.Entry<?, ?> entry : fields.entrySet()) {
            json.writeFieldName(String.valueOf(entry.getKey()));
            add(json, entry.getValue());
        }
        json.writeEndObject();
    }

    private static Map<String, @Nullable Object> fields(Record components) throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : components.getClass().getRecordComponents()) {
            try {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                fields.put(component.getName(), accessor.invoke(components));
            } catch (ReflectiveOperationException e) {
                throw new IOException("Field '" + component.getName() + "' cannot be read", e);
            }
        }
        return fields;
    }
}
