package dev.sandboxed.serve.internal.web;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * What a client still sends when its answer is complete. A connection that is closed before that is read is reset, and a
 * client that is busy sending then never sees why it was refused.
 */
final class Leftover implements Runnable {

    /** Whoever sends more than this for nothing loses the connection, and perhaps the answer. */
    private static final long MOST_BYTES = 64L << 20;

    private final Request request;
    private final Response response;
    private final Callback callback;
    private long passedOver;

    Leftover(Request request, Response response, Callback callback) {
        this.request = request;
        this.response = response;
        this.callback = callback;
    }

    /** Passes over what is there and comes back for the rest, without a thread that waits, then ends the exchange. */
    @Override
    public void run() {
        while (response.hasLastWrite() && passedOver <= MOST_BYTES) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return;
            }
            passedOver += chunk.remaining();
            chunk.release();
            if (chunk.isLast() || Content.Chunk.isFailure(chunk)) {
                break;
            }
        }
        callback.succeeded();
    }
}
