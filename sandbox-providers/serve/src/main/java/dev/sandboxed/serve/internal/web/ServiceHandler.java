package dev.sandboxed.serve.internal.web;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Hands every request to a service, and answers for it where it throws. */
final class ServiceHandler extends Handler.Abstract {

    private static final Logger LOG = System.getLogger(ServiceHandler.class.getName());

    private final HttpService service;

    ServiceHandler(HttpService service) {
        this.service = service;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        // One that waits for its answer may be silent for as long as that takes. Who sends or takes too slowly is
        // dropped all the same.
        request.addIdleTimeoutListener(timeout -> false);
        Exchange exchange = new Exchange(request, response);
        try {
            serve(exchange);
            new Leftover(request, response, callback).run();
        } catch (IOException e) {
            // The client is gone, was too slow, or is to be cut off: in each case nobody is there to be told.
            callback.failed(e);
        } catch (RuntimeException | Error e) {
            LOG.log(
                    Level.WARNING,
                    "A request could not be answered: " + request.getMethod() + " " + exchange.path(),
                    e);
            callback.failed(e);
        }
        return true;
    }

    private void serve(Exchange exchange) throws IOException {
        try {
            service.serve(exchange);
        } catch (HttpError e) {
            if (exchange.isAnswered()) {
                throw e;
            }
            exchange.answer(e);
        }
    }
}
