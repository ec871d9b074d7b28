package dev.sandboxed.serve.internal.http;

import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.wire.internal.FaultWords;
import java.io.IOException;

/** Thrown to answer a request with a fault that no sandbox has to do with. */
final class Refusal extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final transient FaultWords fault;
    private final String header;
    private final String value;

    private Refusal(FaultWords fault, String header, String value) {
        super(fault.what());
        this.fault = fault;
        this.header = header;
        this.value = value;
    }

    static Refusal unauthorized() {
        FaultWords fault = FaultWords.of(
                FaultWords.UNAUTHORIZED,
                "The token is missing or wrong",
                "send the one that the service was started with, as Authorization: Bearer TOKEN");
        return new Refusal(fault, "WWW-Authenticate", "Bearer");
    }

    static Refusal busy(String what) {
        return new Refusal(FaultWords.of(FaultWords.BUSY, what, "try again later"), "Retry-After", "1");
    }

    void answer(Exchange exchange) throws IOException {
        Faults.answer(exchange.with(header, value), fault);
    }
}
