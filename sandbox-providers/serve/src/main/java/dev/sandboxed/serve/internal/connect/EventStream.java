package dev.sandboxed.serve.internal.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The messages that a call answers with, one after the other. Used by one thread. */
public final class EventStream {

    private static final int END = 2;

    private final Exchange exchange;
    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();

    EventStream(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Adds a message; it waits until {@link #flush}, so that several travel together. */
    public EventStream add(JsonNode message) {
        put(0, message);
        return this;
    }

    /** Sends what was added. */
    public void flush() throws IOException {
        if (waiting.size() > 0) {
            exchange.send(waiting.toByteArray(), false);
            waiting.reset();
        }
    }

    void succeed() throws IOException {
        finish(Json.object());
    }

    void fail(ConnectError error) throws IOException {
        ObjectNode end = Json.object();
        end.set("error", error.body());
        finish(end);
    }

    private void finish(ObjectNode end) throws IOException {
        put(END, end);
        exchange.send(waiting.toByteArray(), true);
    }

    private void put(int flags, JsonNode message) {
        byte[] payload = Json.write(message);
        waiting.write(flags);
        waiting.writeBytes(ByteBuffer.allocate(4).putInt(payload.length).array());
        waiting.writeBytes(payload);
    }
}
