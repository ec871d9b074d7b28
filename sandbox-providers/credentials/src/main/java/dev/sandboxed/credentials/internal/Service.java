package dev.sandboxed.credentials.internal;

import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.network.internal.CredentialProxy.Door;
import dev.sandboxed.network.internal.CredentialProxy.Outside;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import javax.net.SocketFactory;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;

/** A service, and how it is called: nowhere else, with its credentials, and without following it elsewhere. */
final class Service implements AutoCloseable {

    private static final Duration CONNECTING = Duration.ofSeconds(10);
    private static final Duration SILENCE = Duration.ofMinutes(10);

    private final HttpUrl url;
    private final List<Credential> credentials;
    private final OkHttpClient client;

    Service(Door door, HandshakeCertificates trust) {
        this.url = HttpUrl.get(door.service());
        this.credentials = door.credentials();
        this.client = new OkHttpClient.Builder()
                .dns(name -> addresses(door.outside(), name))
                .socketFactory(new OutsideSockets(door.outside()))
                .sslSocketFactory(trust.sslSocketFactory(), trust.trustManager())
                .proxy(Proxy.NO_PROXY)
                .followRedirects(false)
                .followSslRedirects(false)
                .connectTimeout(CONNECTING)
                .readTimeout(SILENCE)
                .writeTimeout(SILENCE)
                .addNetworkInterceptor(Service::asItCame)
                .build();
    }

    /** The client names itself where the sandbox does not; but nobody speaks here but the sandbox. */
    private static Response asItCame(Interceptor.Chain chain) throws IOException {
        Request request = chain.request();
        return chain.proceed(
                request.tag(NoAgent.class) == null
                        ? request
                        : request.newBuilder().removeHeader("User-Agent").build());
    }

    /** Marks a request that came without the name of a program. */
    static final class NoAgent {
        static final NoAgent MARK = new NoAgent();

        private NoAgent() {}
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

    /** Returns the address of what a request asks for; throws {@link IOException} if it is none of this service. */
    HttpUrl urlOf(String pathAndQuery) throws IOException {
        HttpUrl asked = pathAndQuery.startsWith("/") ? HttpUrl.parse(origin() + pathAndQuery) : null;
        if (asked == null || !asked.host().equals(url.host()) || asked.port() != url.port()) {
            throw new IOException("'" + pathAndQuery + "' is no path of " + origin());
        }
        return asked;
    }

    private String origin() {
        return url.scheme() + "://" + url.host() + ":" + url.port();
    }

    /** Calls it, with its credentials in place of whatever the request has by those names. */
    Response call(Request request) throws IOException {
        Request.Builder known = request.newBuilder();
        for (Credential credential : credentials) {
            known.header(credential.header(), credential.revealHeader());
        }
        return client.newCall(known.build()).execute();
    }

    /** Ends all calls. */
    @Override
    public void close() {
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
