package dev.sandboxed.credentials.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import okio.Okio;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Passes a request on to the service of the door that it came to, and the answer back, piece by piece. */
final class PassOn extends Handler.Abstract {

    private static final int PIECE = 16 * 1024;

    /** They are of one connection, and there are two. */
    private static final Set<String> OF_CONNECTION = Set.of(
            "connection",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private final Map<Connector, Service> services;

    PassOn(Map<Connector, Service> services) {
        this.services = Map.copyOf(services);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Service service = services.get(request.getConnectionMetaData().getConnector());
        if (service == null) {
            return false;
        }
        @Nullable Refusal refusal = refusal(request, service);
        if (refusal != null) {
            say(response, callback, refusal.status(), refusal.why());
            return true;
        }
        try (okhttp3.Response answer = service.call(translated(request, service))) {
            give(request, answer, response);
            callback.succeeded();
        } catch (SSLException e) {
            fail(response, callback, service, "did not prove to the host who it is: " + e.getMessage(), e);
        } catch (IOException e) {
            fail(response, callback, service, "was not reached, or broke off: " + e.getMessage(), e);
        }
        return true;
    }

    private record Refusal(int status, String why) {}

    private static @Nullable Refusal refusal(Request request, Service service) {
        String method = request.getMethod();
        if (method.equals("CONNECT") || method.equals("TRACE")) {
            // What traces is told the whole request, credentials and all.
            return new Refusal(HttpStatus.METHOD_NOT_ALLOWED_405, method + " is not passed on");
        }
        if (!service.host().equalsIgnoreCase(Request.getServerName(request))) {
            return new Refusal(
                    HttpStatus.MISDIRECTED_REQUEST_421,
                    "this is " + service.host() + ", and the request is for " + Request.getServerName(request));
        }
        if (request.getHeaders().contains(HttpHeader.UPGRADE)) {
            return new Refusal(
                    HttpStatus.NOT_IMPLEMENTED_501,
                    "other protocols than HTTP are not passed on to services with credentials");
        }
        return null;
    }

    private static okhttp3.Request translated(Request request, Service service) throws IOException {
        okhttp3.Request.Builder builder = new okhttp3.Request.Builder()
                .url(service.urlOf(request.getHttpURI().getPathQuery()));
        Set<String> dropped = new HashSet<>(OF_CONNECTION);
        for (String named : request.getHeaders().getCSV(HttpHeader.CONNECTION, false)) {
            dropped.add(named.toLowerCase(Locale.ROOT));
        }
        dropped.add("host");
        dropped.add("expect");
        dropped.add("content-length");
        for (HttpField field : request.getHeaders()) {
            if (!dropped.contains(field.getLowerCaseName()) && field.getValue() != null) {
                builder.addHeader(field.getName(), field.getValue());
            }
        }
        if (!request.getHeaders().contains(HttpHeader.ACCEPT_ENCODING)) {
            builder.header("Accept-Encoding", "identity");
        }
        if (!request.getHeaders().contains(HttpHeader.USER_AGENT)) {
            builder.tag(Service.NoAgent.class, Service.NoAgent.MARK);
        }
        return builder.method(request.getMethod(), body(request)).build();
    }

    private static @Nullable RequestBody body(Request request) {
        String method = request.getMethod();
        boolean none = method.equals("GET") || method.equals("HEAD");
        boolean needed = method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
        long length = request.getLength();
        boolean framed = length > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
        if (none || (!needed && !framed)) {
            return null;
        }
        return framed ? new Passing(request, length) : RequestBody.create(new byte[0], null);
    }

    /** What the sandbox sends, which is there once only. */
    private static final class Passing extends RequestBody {
        private final Request request;
        private final long length;

        Passing(Request request, long length) {
            this.request = request;
            this.length = length;
        }

        /** The header of the request says it. */
        @Override
        public @Nullable MediaType contentType() {
            return null;
        }

        @Override
        public long contentLength() {
            return length;
        }

        @Override
        public boolean isOneShot() {
            return true;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            try (var source = Okio.source(Content.Source.asInputStream(request))) {
                sink.writeAll(source);
            }
        }
    }

    /** An answer without an end, as of a service that tells what it thinks as it goes, is told as it goes. */
    private static void give(Request request, okhttp3.Response answer, Response response) throws IOException {
        response.setStatus(answer.code());
        Set<String> dropped = new HashSet<>(OF_CONNECTION);
        for (String named : answer.headers("Connection")) {
            for (String one : named.split(",")) {
                dropped.add(one.strip().toLowerCase(Locale.ROOT));
            }
        }
        answer.headers().forEach(header -> {
            if (!dropped.contains(header.getFirst().toLowerCase(Locale.ROOT))) {
                response.getHeaders().add(header.getFirst(), header.getSecond());
            }
        });
        if (request.getMethod().equals("HEAD")) {
            return;
        }
        try (InputStream in = answer.body().byteStream();
                OutputStream out = Content.Sink.asOutputStream(response)) {
            byte[] piece = new byte[PIECE];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                out.write(piece, 0, read);
            }
        }
    }

    private static void fail(Response response, Callback callback, Service service, String how, IOException cause) {
        if (response.isCommitted()) {
            callback.failed(cause);
        } else {
            response.reset();
            say(response, callback, HttpStatus.BAD_GATEWAY_502, service.host() + " " + how);
        }
    }

    private static void say(Response response, Callback callback, int status, String text) {
        response.setStatus(status);
        // Whatever else the request has is not read.
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
        Content.Sink.write(response, true, "sandboxed: " + text + "\n", callback);
    }
}
