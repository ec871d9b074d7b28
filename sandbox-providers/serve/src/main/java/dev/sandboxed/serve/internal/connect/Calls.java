package dev.sandboxed.serve.internal.connect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import java.io.IOException;

/** The three kinds of calls, each held to its rules before anybody sees its message. */
public final class Calls {

    private static final String STREAM = "application/connect+json";

    private Calls() {}

    /** Answers a message with a message. */
    @FunctionalInterface
    public interface Single {
        JsonNode answer(ProtoMessage message, CallHeaders headers) throws IOException;
    }

    /** Answers a message with any number of messages; returning ends the stream. */
    @FunctionalInterface
    public interface Streaming {
        void answer(ProtoMessage message, CallHeaders headers, EventStream events) throws IOException;
    }

    /** Answers any number of messages with a message. */
    @FunctionalInterface
    public interface Gathering {
        JsonNode answer(Envelopes messages, CallHeaders headers) throws IOException;
    }

    /** Serves a call with one message each way; errors have their own status. */
    public static void single(Exchange exchange, Single answerer) throws IOException {
        require(exchange, Exchange.JSON);
        JsonNode answer;
        try {
            requirePlain(exchange, "Content-Encoding");
            CallHeaders headers = CallHeaders.of(exchange);
            answer = answerer.answer(ProtoMessage.parse(body(exchange)), headers);
        } catch (ConnectError e) {
            exchange.answer(e.code().status(), e.body());
            return;
        }
        exchange.answer(200, answer);
    }

    /** Serves a call that is answered with a stream; errors are told at its end. */
    public static void streaming(Exchange exchange, Streaming answerer) throws IOException {
        stream(exchange, (messages, headers, events) -> answerer.answer(messages.only(), headers, events));
    }

    /**
     * Serves a call whose caller sends a stream; errors are told at the end of the answer's. Between two messages it may be silent for as
     * long as it likes: nothing obliges it to give signs of life.
     */
    public static void gathering(Exchange exchange, Gathering answerer) throws IOException {
        stream(
                exchange,
                (messages, headers, events) ->
                        exchange.readPatiently(() -> events.add(answerer.answer(messages, headers))));
    }

    @FunctionalInterface
    private interface Conversation {
        void hold(Envelopes messages, CallHeaders headers, EventStream events) throws IOException;
    }

    private static void stream(Exchange exchange, Conversation conversation) throws IOException {
        require(exchange, STREAM);
        exchange.with("Content-Type", STREAM).begin(200);
        EventStream events = new EventStream(exchange);
        try {
            requirePlain(exchange, "Connect-Content-Encoding");
            conversation.hold(new Envelopes(exchange.body()), CallHeaders.of(exchange), events);
        } catch (ConnectError e) {
            events.fail(e);
            return;
        }
        events.succeed();
    }

    private static void require(Exchange exchange, String contentType) throws HttpError {
        if (!exchange.method().equals("POST")) {
            exchange.with("Allow", "POST");
            throw new HttpError(405, "calls are made with POST, not with " + exchange.method());
        }
        if (!exchange.contentType().equals(contentType)) {
            exchange.with("Accept-Post", contentType);
            throw new HttpError(
                    415, "this call takes " + contentType + ", but was sent '" + exchange.contentType() + "'");
        }
    }

    private static void requirePlain(Exchange exchange, String header) throws ConnectError {
        String encoding = exchange.header(header).orElse("identity");
        if (!encoding.equals("identity")) {
            throw new ConnectError(ConnectCode.UNIMPLEMENTED, "unknown compression \"" + encoding + "\"");
        }
    }

    private static byte[] body(Exchange exchange) throws IOException {
        try {
            return exchange.body(Envelopes.LARGEST);
        } catch (HttpError tooLarge) {
            throw new ConnectError(ConnectCode.RESOURCE_EXHAUSTED, String.valueOf(tooLarge.getMessage()));
        }
    }
}
