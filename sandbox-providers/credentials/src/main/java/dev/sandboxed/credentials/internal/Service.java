package dev.sandboxed.credentials.internal;

import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.network.internal.CredentialProxy.Door;
import dev.sandboxed.network.internal.CredentialProxy.Outside;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.UnknownHostException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** A service, and how it is called: nowhere else, with its credentials, and without following it elsewhere. */
final class Service implements AutoCloseable {

    private static final Duration CONNECTING = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofMinutes(10);

    private final HttpUrl url;
    private final List<Credential> credentials;
    private final OkHttpClient client;
    private volatile boolean closed;

    Service(Door door, X509TrustManager trust) throws IOException {
        this.url = HttpUrl.get(door.service());
        this.credentials = door.credentials();
        this.client = new OkHttpClient.Builder()
                .dns(name -> addresses(door.outside(), name))
                .socketFactory(new OutsideSockets(door.outside()))
                .sslSocketFactory(socketsTrusting(trust), trust)
                // With the other one, what nobody reads would be kept in our memory.
                .protocols(List.of(Protocol.HTTP_1_1))
                .proxy(Proxy.NO_PROXY)
                .followRedirects(false)
                .followSslRedirects(false)
                .connectTimeout(CONNECTING)
                .readTimeout(SILENCE)
                .writeTimeout(SILENCE)
                .addNetworkInterceptor(Service::withoutUnsaid)
                .build();
    }

    private static SSLSocketFactory socketsTrusting(X509TrustManager trust) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trust}, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException("this JVM speaks no TLS: " + e.getMessage(), e);
        }
    }

    /** Headers that the sandbox did not send, and that the client would add. */
    record Unsaid(Set<String> headers) {}

    /** Nobody speaks here but the sandbox. */
    private static Response withoutUnsaid(Interceptor.Chain chain) throws IOException {
        Request request = chain.request();
        Unsaid unsaid = request.tag(Unsaid.class);
        if (unsaid == null) {
            return chain.proceed(request);
        }
        Request.Builder said = request.newBuilder();
        unsaid.headers().forEach(said::removeHeader);
        return chain.proceed(said.build());
    }

    private static List<InetAddress> addresses(Outside outside, String name) throws UnknownHostException {
        try {
            return outside.addresses(name);
        } catch (UnknownHostException e) {
            throw e;
        } catch (IOException e) {
            UnknownHostException unknown = new UnknownHostException(name + ": " + e.getMessage());
            unknown.initCause(e);
            throw unknown;
        }
    }

    /** Returns the name of the host, which requests have to be for. */
    String host() {
        return url.host();
    }

    /** Returns the address of what a request asks for; throws {@link IllegalArgumentException} if it is none of this service. */
    HttpUrl urlOf(@Nullable String pathAndQuery) {
        HttpUrl asked = pathAndQuery == null
                ? url
                : pathAndQuery.startsWith("/") ? HttpUrl.parse(origin() + pathAndQuery) : null;
        if (asked == null || !asked.host().equals(url.host()) || asked.port() != url.port()) {
            throw new IllegalArgumentException("'" + pathAndQuery + "' is no path of " + origin());
        }
        return asked;
    }

    private String origin() {
        return url.scheme() + "://" + url.host() + ":" + url.port();
    }

    /**
     * Calls it, with its credentials in place of whatever the request has by those names.
     *
     * @param unsaid headers that the client must not add, in lower case
     * @throws IOException if it cannot be reached or breaks off, or if this is closed
     */
    Response call(Request request, Set<String> unsaid) throws IOException {
        Set<String> left = new HashSet<>(unsaid);
        Request.Builder known = request.newBuilder();
        for (Credential credential : credentials) {
            known.header(credential.header(), credential.revealHeader());
            left.remove(credential.header().toLowerCase(Locale.ROOT));
        }
        Call call = client.newCall(known.tag(Unsaid.class, new Unsaid(left)).build());
        if (closed) {
            throw new IOException("the sandbox is closed");
        }
        return call.execute();
    }

    /** Ends all calls. */
    @Override
    public void close() {
        closed = true;
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    /** Sockets that lead to where services are. */
    private static final class OutsideSockets extends SocketFactory {
        private final Outside outside;

        OutsideSockets(Outside outside) {
            this.outside = outside;
        }

        @Override
        public Socket createSocket() throws IOException {
            return outside.socket();
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress local, int localPort) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) {
            throw new UnsupportedOperationException();
        }
    }
}
