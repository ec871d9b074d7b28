package dev.sandboxed.serve.internal.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.api.limit.DataSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** One request and its answer, used by one thread. */
public final class Exchange {

    /** The content type of JSON. */
    public static final String JSON = "application/json";

    private final Request request;
    private final Response response;
    private @Nullable Fields query;

    Exchange(Request request, Response response) {
        this.request = request;
        this.response = response;
    }

    public String method() {
        return request.getMethod();
    }

    /** Returns the path without the query, encoded as it came. */
    public String path() {
        return Request.getPathInContext(request);
    }

    /** Returns a header of the request. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    /** Returns the name of the host that the request is meant for, without the port. */
    public String host() {
        return String.valueOf(Request.getServerName(request));
    }

    /** Returns the content type of the request in lower case, without parameters; empty if there is none. */
    public String contentType() {
        String full = header("Content-Type").orElse("");
        int end = full.indexOf(';');
        return (end < 0 ? full : full.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /** Returns all headers of the request whose names begin with a prefix, without it and in lower case. */
    public Map<String, String> headersAfter(String prefix) {
        Map<String, String> found = new TreeMap<>();
        request.getHeaders().forEach(field -> {
            String name = field.getName().toLowerCase(Locale.ROOT);
            if (name.startsWith(prefix) && name.length() > prefix.length()) {
                found.put(name.substring(prefix.length()), String.valueOf(field.getValue()));
            }
        });
        return found;
    }

    /**
     * Returns the first value of a name in the query.
     *
     * @throws HttpError if the query cannot be decoded
     */
    public Optional<String> query(String name) throws HttpError {
        Fields fields = query;
        if (fields == null) {
            try {
                fields = Request.extractQueryParameters(request);
            } catch (IllegalArgumentException e) {
                throw new HttpError(400, "the query cannot be decoded: " + e.getMessage());
            }
            query = fields;
        }
        return Optional.ofNullable(fields.getValue(name));
    }

    /** Opens the body of the request, as it comes. */
    public InputStream body() {
        return Content.Source.asInputStream(request);
    }

    /**
     * Reads the body of the request into memory.
     *
     * @throws HttpError if it is larger than allowed
     */
    public byte[] body(DataSize most) throws IOException {
        byte[] body = body().readNBytes((int) most.bytes() + 1);
        if (body.length > most.bytes()) {
            throw new HttpError(413, "the body is larger than " + most + "; send less at once");
        }
        return body;
    }

    /** Does something that reads the body of the request. */
    @FunctionalInterface
    public interface Reading {
        void run() throws IOException;
    }

    /**
     * Lets the client be silent for as long as it likes while its body is read. That is for those who send what somebody types; others
     * who do not send what they promised are dropped.
     */
    public void readPatiently(Reading reading) throws IOException {
        EndPoint wire = request.getConnectionMetaData().getConnection().getEndPoint();
        long idle = wire.getIdleTimeout();
        wire.setIdleTimeout(0);
        try {
            reading.run();
        } finally {
            wire.setIdleTimeout(idle);
        }
    }

    /** Adds a header to the answer. */
    public Exchange with(String name, String value) {
        response.getHeaders().put(name, value);
        return this;
    }

    /** Returns whether the answer has begun, so that its status cannot be changed any more. */
    public boolean isAnswered() {
        return response.isCommitted();
    }

    /** Answers without a body. */
    public void answer(int status) throws IOException {
        begin(status);
        Content.Sink.write(response, true, ByteBuffer.allocate(0));
    }

    public void answer(int status, JsonNode body) throws IOException {
        answer(status, JSON, Json.write(body));
    }

    public void answer(int status, String contentType, byte[] body) throws IOException {
        begin(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, contentType);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        Content.Sink.write(response, true, ByteBuffer.wrap(body));
    }

    public void answer(HttpError error) throws IOException {
        answer(error.status(), error.body());
    }

    /** Begins an answer whose body is given in pieces; {@link #send} follows. */
    public void begin(int status) {
        response.setStatus(status);
    }

    /**
     * Sends a piece of the body at once.
     *
     * @param last whether the body ends with it
     */
    public void send(byte[] piece, boolean last) throws IOException {
        Content.Sink.write(response, last, ByteBuffer.wrap(piece));
    }

    /** Returns the body as a stream; closing it ends the answer. */
    public OutputStream stream() {
        return Content.Sink.asOutputStream(response);
    }
}
