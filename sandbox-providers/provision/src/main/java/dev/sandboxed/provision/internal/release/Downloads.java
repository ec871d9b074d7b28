package dev.sandboxed.provision.internal.release;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.provision.plan.Finding.Fetchable;
import dev.sandboxed.provision.plan.ProvisionException;
import dev.sandboxed.provision.plan.ProvisionListener;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import okhttp3.Credentials;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Fetches files over HTTP, and goes on where it was interrupted. */
final class Downloads {

    private static final Duration TO_CONNECT = Duration.ofSeconds(10);
    private static final Duration WITHOUT_A_BYTE = Duration.ofSeconds(30);
    private static final int BUFFER = 64 * 1024;
    private static final int PARTIAL = 206;
    private static final int RANGE_REFUSED = 416;

    private static final int PROXY_WANTS_TO_KNOW_WHO = 407;

    private final EnvironmentProxies proxies;
    private final OkHttpClient client;
    private final ProvisionListener listener;

    Downloads(Map<String, String> environment, ProvisionListener listener) {
        this.proxies = new EnvironmentProxies(environment);
        this.listener = listener;
        this.client = new OkHttpClient.Builder()
                .connectTimeout(TO_CONNECT)
                .readTimeout(WITHOUT_A_BYTE)
                .proxySelector(proxies)
                .proxyAuthenticator((route, response) -> authenticated(response))
                .build();
    }

    /**
     * Fetches the rest of a file.
     *
     * @param part what is there of it already; may be absent
     * @throws ProvisionException if it cannot be had; what has arrived stays for the next time
     * @throws IOException if it cannot be written; nothing of it stays
     */
    void fetch(Fetchable wanted, Path part) throws IOException {
        try {
            long there = Files.exists(part) ? Files.size(part) : 0;
            try (Response response = ask(wanted.from(), there)) {
                if (response.code() == RANGE_REFUSED) {
                    // It has everything already, or something else; the checksum tells.
                    return;
                }
                if (response.code() == PROXY_WANTS_TO_KNOW_WHO) {
                    throw refused(wanted);
                }
                if (!response.isSuccessful()) {
                    throw failure(wanted, "the answer was " + response.code() + " " + response.message(), null);
                }
                receive(wanted, response, part, response.code() == PARTIAL ? there : 0);
            }
        } catch (NotWritten e) {
            Files.deleteIfExists(part);
            throw e.reason;
        } catch (UnknownHostException e) {
            throw failure(wanted, "nobody here knows where '" + host(wanted) + "' is; is there a network?", e);
        } catch (IOException e) {
            throw failure(wanted, String.valueOf(e.getMessage() == null ? e : e.getMessage()), e);
        }
    }

    private Response ask(URI from, long there) throws IOException {
        Request.Builder request = new Request.Builder().url(from.toString());
        if (there > 0) {
            request.header("Range", "bytes=" + there + "-");
        }
        return client.newCall(request.build()).execute();
    }

    private void receive(Fetchable wanted, Response response, Path part, long there) throws IOException {
        long length = response.body().contentLength();
        OptionalLong total = length < 0 ? OptionalLong.empty() : OptionalLong.of(there + length);
        StandardOpenOption how = there > 0 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
        try (InputStream in = response.body().byteStream();
                OutputStream out =
                        Files.newOutputStream(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, how)) {
            byte[] buffer = new byte[BUFFER];
            long arrived = there;
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                write(out, buffer, count);
                arrived += count;
                listener.fetched(wanted.program().name(), arrived, total);
            }
        }
    }

    private static void write(OutputStream out, byte[] buffer, int count) throws NotWritten {
        try {
            out.write(buffer, 0, count);
        } catch (IOException e) {
            throw new NotWritten(e);
        }
    }

    /** The disk is full, for example. */
    private static final class NotWritten extends IOException {
        private static final long serialVersionUID = 1L;

        private final IOException reason;

        NotWritten(IOException reason) {
            super(reason);
            this.reason = reason;
        }
    }

    /** Says who we are to a proxy that wants to know, once. */
    private @Nullable Request authenticated(Response response) {
        if (response.request().header("Proxy-Authorization") != null) {
            return null;
        }
        return proxies.proxy(response.request().url().uri())
                .flatMap(EnvironmentProxies::user)
                .map(user -> response.request()
                        .newBuilder()
                        .header("Proxy-Authorization", Credentials.basic(user.name(), user.password()))
                        .build())
                .orElse(null);
    }

    /** Never says who we are: messages go to logs. */
    private ProvisionException refused(Fetchable wanted) {
        URI proxy = proxies.proxy(wanted.from()).orElse(wanted.from());
        String variable = wanted.from().getScheme() + "_proxy";
        String where = proxy.getHost() + ":" + proxy.getPort();
        return new ProvisionException(
                Fault.of("Cannot fetch " + wanted.program().name() + " from " + wanted.from()
                                + ": the proxy " + where
                                + (EnvironmentProxies.user(proxy).isPresent()
                                        ? " does not accept the name and password of " + variable
                                        : " wants a name and a password"))
                        .remedy("export " + variable + "=http://NAME:PASSWORD@" + where));
    }

    /** Returns who could not be found: the proxy, where there is one. */
    private String host(Fetchable wanted) {
        return proxies.proxy(wanted.from()).orElse(wanted.from()).getHost();
    }

    private static ProvisionException failure(Fetchable wanted, String why, @Nullable IOException cause) {
        String name = wanted.program().name();
        return new ProvisionException(Fault.of("Cannot fetch " + name + " from " + wanted.from() + ": " + why)
                .remedy("run it again, and it goes on where it was; or name another site that has the file with"
                        + " sandbox.provision." + name + ".mirror")
                .cause(cause));
    }
}
