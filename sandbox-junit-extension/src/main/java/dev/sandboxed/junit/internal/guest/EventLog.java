package dev.sandboxed.junit.internal.guest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;

/**
 * Writes down what happens, each event as JSON in a line of its own, so that what came before the end of a JVM is not lost. Safe from
 * several threads.
 */
final class EventLog implements AutoCloseable {

    private final JsonFactory factory = new JsonFactory();
    private final Writer file;

    private EventLog(Writer file) {
        this.file = file;
    }

    static EventLog into(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        return new EventLog(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
    }

    void entry(Map<String, String> values) {
        add("entry", json -> {
            json.writeObjectFieldStart("values");
            for (Map.Entry<String, String> value : values.entrySet()) {
                json.writeStringField(value.getKey(), value.getValue());
            }
            json.writeEndObject();
        });
    }

    void attached(Path path, @Nullable String mediaType) {
        add("file", json -> {
            json.writeStringField("path", path.toString());
            json.writeStringField("mediaType", mediaType);
        });
    }

    void skipped(String reason) {
        add("skipped", json -> json.writeStringField("reason", reason));
    }

    void finished(boolean isTest, TestExecutionResult result) {
        add("finished", json -> {
            json.writeBooleanField("test", isTest);
            json.writeStringField("status", result.getStatus().name());
            if (result.getThrowable().isPresent()) {
                json.writeFieldName("failure");
                new FailureWriter(json).write(result.getThrowable().get());
            }
        });
    }

    /** Declares that nothing else will happen. */
    void end() {
        add("end", json -> {});
    }

    private void add(String event, Fields fields) {
        StringWriter line = new StringWriter();
        try (JsonGenerator json = factory.createGenerator(line)) {
            json.writeStartObject();
            json.writeStringField("event", event);
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        write(line.append('\n').toString());
    }

    private synchronized void write(String line) {
        try {
            file.write(line);
            file.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** What an event says. */
    private interface Fields {
        void write(JsonGenerator json) throws IOException;
    }
}
