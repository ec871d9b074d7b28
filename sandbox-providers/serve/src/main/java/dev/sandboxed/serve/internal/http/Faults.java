package dev.sandboxed.serve.internal.http;

import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.wire.internal.FaultWords;
import dev.sandboxed.wire.internal.Words;
import java.io.IOException;
import java.util.Map;

/** Writes what went wrong for clients. */
final class Faults {

    private static final Map<String, Integer> STATUS = Map.ofEntries(
            Map.entry(FaultWords.BAD_REQUEST, 400),
            Map.entry(FaultWords.UNAUTHORIZED, 401),
            Map.entry("sandbox-not-found", 404),
            Map.entry("sandbox-file-not-found", 404),
            Map.entry("sandbox-stopped", 409),
            Map.entry("sandbox-file", 409),
            Map.entry("snapshot-rejected", 409),
            Map.entry("sandbox-destroyed", 410),
            Map.entry("resource-limit", 413),
            Map.entry("unsupported-capability", 422),
            Map.entry("command-start", 422),
            Map.entry(FaultWords.BUSY, 429),
            Map.entry("provider-unavailable", 503));

    private static final int UNKNOWN = 500;

    private Faults() {}

    static void answer(Exchange exchange, FaultWords fault) throws IOException {
        answer(exchange, STATUS.getOrDefault(fault.code(), UNKNOWN), fault);
    }

    static void answer(Exchange exchange, int status, FaultWords fault) throws IOException {
        exchange.answer(status, Exchange.JSON, Words.written(fault));
    }
}
