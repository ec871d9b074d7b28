package dev.sandboxed.junit.internal.guest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the JVM inside is asked to run. It comes on standard input: arguments would be read in the encoding of a locale, which may know
 * no letters but English ones.
 *
 * @param test the id of the test
 * @param parameters the parameters of JUnit
 */
public record GuestRequest(String test, Map<String, String> parameters) {

    public GuestRequest {
        parameters = Map.copyOf(parameters);
    }

    /** Returns one that runs what most tests use, so that it is in an archive of classes. */
    public static GuestRequest rehearsal() {
        return new GuestRequest("[engine:junit-jupiter]/[class:" + Rehearsal.class.getName() + "]", Map.of());
    }

    /** Returns it as text. */
    public String written() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("test", test);
            for (Map.Entry<String, String> parameter : parameters.entrySet()) {
                json.writeStringField(parameter.getKey(), parameter.getValue());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static GuestRequest read(InputStream input) throws IOException {
        Map<String, String> fields = new LinkedHashMap<>();
        try (JsonParser json = new JsonFactory().createParser(input)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                fields.put(json.currentName(), json.nextTextValue());
            }
        }
        String test = fields.remove("test");
        if (test == null) {
            throw new IOException("The request names no test");
        }
        return new GuestRequest(test, fields);
    }
}
