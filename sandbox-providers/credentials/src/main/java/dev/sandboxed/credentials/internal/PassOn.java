package dev.sandboxed.credentials.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
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

    /** The client takes no body for these, and wants one for those. */
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD");

    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH", "PROPPATCH", "QUERY", "REPORT");

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
        try (okhttp3.Response answer = service.call(translated(request, service), unsaid(request))) {
            give(request, answer, response);
            callback.succeeded();
        } catch (IllegalArgumentException e) {
            say(response, callback, HttpStatus.BAD_REQUEST_400, "the request cannot be passed on: " + e.getMessage());
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
        String meant = String.valueOf(Request.getServerName(request)).replaceFirst("\\.$", "");
        if (!service.host().equalsIgnoreCase(meant)) {
            return new Refusal(
                    HttpStatus.MISDIRECTED_REQUEST_421,
                    "this is " + service.host() + ", and the request is for " + meant);
        }
        if (isFramed(request) && WITHOUT_BODY.contains(method)) {
            return new Refusal(HttpStatus.NOT_IMPLEMENTED_501, "the body of a " + method + " is not passed on");
        }
        if (request.getHeaders().contains(HttpHeader.UPGRADE)) {
            return new Refusal(
                    HttpStatus.NOT_IMPLEMENTED_501,
                    "other protocols than HTTP are not passed on to services with credentials");
        }
        return null;
    }

    private static okhttp3.Request translated(Request request, Service service) {
        okhttp3.Request.Builder builder = new okhttp3.Request.Builder()
                .url(service.urlOf(request.getHttpURI().getPathQuery()));
        Set<String> dropped = new HashSet<>(OF_CONNECTION);
        for (String named : request.getHeaders().getCSV(HttpHeader.CONNECTION, false)) {
            dropped.add(named.toLowerCase(Locale.ROOT));
        }
        dropped.add("host");
        dropped.add("expect");
        dropped.add("content-length");
        Headers.Builder headers = new Headers.Builder();
        for (HttpField field : request.getHeaders()) {
            if (!dropped.contains(field.getLowerCaseName()) && field.getValue() != null) {
                headers.addUnsafeNonAscii(
                        field.getName(),
                        new String(field.getValue().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
            }
        }
        builder.headers(headers.build());
        if (!request.getHeaders().contains(HttpHeader.ACCEPT_ENCODING)) {
            // Or the client would ask for what is packed, and unpack it.
            builder.header("Accept-Encoding", "identity");
        }
        return builder.method(request.getMethod(), body(request)).build();
    }

    private static Set<String> unsaid(Request request) {
        Set<String> unsaid = new HashSet<>();
        for (HttpHeader header : List.of(HttpHeader.USER_AGENT, HttpHeader.ACCEPT_ENCODING)) {
            if (!request.getHeaders().contains(header)) {
                unsaid.add(header.lowerCaseName());
            }
        }
        return unsaid;
    }

    private static boolean isFramed(Request request) {
        return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    private static @Nullable RequestBody body(Request request) {
        if (isFramed(request)) {
            return new Passing(request, request.getLength());
        }
        return WITH_BODY.contains(request.getMethod()) ? RequestBody.create(new byte[0], null) : null;
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
            try (InputStream in = Content.Source.asInputStream(request)) {
                byte[] piece = new byte[PIECE];
                for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                    sink.write(piece, 0, read);
                    sink.flush();
                }
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
                response.getHeaders().add(header.getFirst(), asItCame(header.getSecond()));
            }
        });
        if (request.getMethod().equals("HEAD")) {
            return;
        }
        boolean bodiless = answer.code() == HttpStatus.NO_CONTENT_204 || answer.code() == HttpStatus.NOT_MODIFIED_304;
        boolean pieces = request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1;
        if (answer.header("Content-Length") == null && !bodiless && pieces) {
            // Or the end of the connection, which comes when it breaks off too, would be the end of the answer.
            response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, "chunked");
        }
        // Closing it says that the answer is whole, which one that breaks off is not.
        OutputStream out = Content.Sink.asOutputStream(response);
        out.flush();
        try (InputStream in = answer.body().byteStream()) {
            byte[] piece = new byte[PIECE];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                out.write(piece, 0, read);
            }
        }
        out.close();
    }

    /** One side reads headers as UTF-8, and the other writes each character as one byte. */
    private static String asItCame(String header) {
        return new String(header.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
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
