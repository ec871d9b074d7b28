package dev.sandboxed.serve.internal.web;

import java.io.IOException;

/** Answers requests, each on a thread of its own on which it may wait. */
@FunctionalInterface
public interface HttpService {

    /**
     * Answers one request.
     *
     * @throws HttpError to answer with an error, if nothing was answered yet
     * @throws BrokenOffException to close the connection
     * @throws IOException if the client is gone or too slow
     */
    void serve(Exchange exchange) throws IOException;
}
