package dev.sandboxed.serve.internal.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.util.URIUtil;

/** Finds who answers a request by its method and path. Filled first, then used by any number of threads. */
public final class Routes implements HttpService {

    private static final String VALUE = "{}";

    private final List<Route> routes = new ArrayList<>();

    /** Answers requests of one route. */
    @FunctionalInterface
    public interface Answerer {

        /**
         * Answers a request.
         *
         * @param value what stands in the path in the place of <code>{}</code>, decoded; empty if there is none
         */
        void answer(Exchange exchange, String value) throws IOException;
    }

    /** Answers requests of one route whose path has two values. */
    @FunctionalInterface
    public interface PairAnswerer {

        /**
         * Answers a request.
         *
         * @param first what stands in the path in the place of the first <code>{}</code>, decoded
         * @param second what stands in the place of the second
         */
        void answer(Exchange exchange, String first, String second) throws IOException;
    }

    private record Route(String method, List<String> parts, PairAnswerer answerer) {

        /** Returns what stands in the places of values, if the path fits. */
        Optional<List<String>> match(List<String> path) {
            if (path.size() != parts.size()) {
                return Optional.empty();
            }
            List<String> values = new ArrayList<>();
            for (int i = 0; i < path.size(); i++) {
                if (parts.get(i).equals(VALUE) && !path.get(i).isEmpty()) {
                    values.add(path.get(i));
                } else if (!parts.get(i).equals(path.get(i))) {
                    return Optional.empty();
                }
            }
            return Optional.of(values);
        }

        void answer(Exchange exchange, List<String> values) throws IOException {
            answerer.answer(exchange, decoded(values, 0), decoded(values, 1));
        }

        private static String decoded(List<String> values, int index) {
            return index < values.size() ? URIUtil.decodePath(values.get(index)) : "";
        }
    }

    /**
     * Adds a route; one that was added before wins.
     *
     * @param pattern a path in which at most one part is <code>{}</code>, which stands for any
     */
    public Routes on(String method, String pattern, Answerer answerer) {
        return onPair(method, pattern, (exchange, value, none) -> answerer.answer(exchange, value));
    }

    /**
     * Adds a route with two values; one that was added before wins.
     *
     * @param pattern a path in which two parts are <code>{}</code>
     */
    public Routes onPair(String method, String pattern, PairAnswerer answerer) {
        routes.add(new Route(method, parts(pattern), answerer));
        return this;
    }

    @Override
    public void serve(Exchange exchange) throws IOException {
        List<String> path = parts(exchange.path());
        Set<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Optional<List<String>> values = route.match(path);
            if (values.isPresent() && route.method().equals(exchange.method())) {
                route.answer(exchange, values.get());
                return;
            }
            values.ifPresent(other -> allowed.add(route.method()));
        }
        if (allowed.isEmpty()) {
            throw new HttpError(404, "no such path: " + exchange.path());
        }
        exchange.with("Allow", String.join(", ", allowed));
        throw new HttpError(405, "the method " + exchange.method() + " is not allowed here");
    }

    private static List<String> parts(String path) {
        return List.of(path.substring(Math.min(1, path.length())).split("/", -1));
    }
}
