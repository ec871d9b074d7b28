package dev.sandboxed.provider.remote.internal.http.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.internal.files.TransferBudget;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import dev.sandboxed.wire.internal.Contract;
import dev.sandboxed.wire.internal.Words;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Function;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * Asks the service. Every method throws
 * <ul>
 *   <li>{@link dev.sandboxed.api.error.ProviderUnavailableException} without an endpoint or a token, or with a wrong one,
 *   <li>{@link dev.sandboxed.api.error.SandboxTransportException} when nobody answers in time, or with what is no answer of the
 *       contract,
 *   <li>{@link dev.sandboxed.api.error.SandboxInterruptedException} when the thread is interrupted,
 *   <li>whatever the service says was thrown there.
 * </ul>
 */
public final class ServiceClient {

    private static final int SECRET_BYTES = 32;

    private final String provider;
    private final HttpSettings settings;
    private final Wire wire;
    private final ServiceFaults faults;
    private final String secret;

    /** Creates a client of its own: what another one has made is not there for it. */
    public ServiceClient(String provider, HttpSettings settings, Wire wire) {
        this.provider = provider;
        this.settings = settings;
        this.wire = wire;
        this.faults = new ServiceFaults(
                provider, settings.endpoint().map(Endpoint::toString).orElse("no endpoint"));
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        this.secret = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    public HttpSettings settings() {
        return settings;
    }

    public ServiceFaults faults() {
        return faults;
    }

    public Wire wire() {
        return wire;
    }

    /** Begins the description of what went wrong with a request, in a sandbox if it was for one. */
    public Fault about(Demand demand, @Nullable String sandbox) {
        return Fault.of(demand.what()).provider(provider).sandbox(sandbox);
    }

    /** Begins to count what a sandbox makes this host write. */
    public TransferBudget budget(String what, String sandbox, DataSize most) {
        return new TransferBudget(what, most, provider, sandbox);
    }

    /** Returns the request as it is sent. */
    public Request request(Demand demand) {
        HttpUrl.Builder url =
                settings.endpoint().orElseThrow(faults::nowhere).url().newBuilder();
        url.addPathSegments(Contract.ROOT.substring(1));
        demand.path().forEach(url::addPathSegment);
        demand.query().forEach(url::addQueryParameter);
        return new Request.Builder()
                .url(url.build())
                .method(demand.method(), demand.body())
                .header("Authorization", "Bearer " + settings.token().orElseThrow(faults::noToken))
                .header(Contract.CLIENT, secret)
                // What is compressed on the way may come in heaps, and a short piece would wait for the next.
                .header("Accept-Encoding", "identity")
                .build();
    }

    /**
     * Asks within a time.
     *
     * @param sandbox the sandbox that it is for, if any
     * @return the answer, which is a success
     */
    public Answer ask(Demand demand, @Nullable String sandbox, Duration limit) {
        Answer answer;
        try {
            answer = wire.ask(request(demand), limit, demand.repeat());
        } catch (IOException e) {
            throw faults.unreachable(about(demand, sandbox), e);
        }
        return required(demand, sandbox, answer);
    }

    /** Returns an answer if it is a success. */
    public Answer required(Demand demand, @Nullable String sandbox, Answer answer) {
        if (!answer.succeeded()) {
            throw faults.refused(about(demand, sandbox), answer);
        }
        return answer;
    }

    /** Asks for words of the contract, and returns what they mean. Words that mean nothing are no answer of it. */
    public <T, R> R read(
            Demand demand, @Nullable String sandbox, Duration limit, Class<T> kind, Function<T, R> meaning) {
        T words = read(demand, sandbox, limit, kind);
        try {
            return meaning.apply(words);
        } catch (DateTimeException | IllegalArgumentException | NullPointerException e) {
            // What must be there may be missing in what was read.
            throw faults.strange(
                    about(demand, sandbox), kind.getSimpleName() + " that cannot be understood: " + e.getMessage());
        }
    }

    private <T> T read(Demand demand, @Nullable String sandbox, Duration limit, Class<T> kind) {
        Answer answer = ask(demand, sandbox, limit);
        try {
            T words = Words.answered(answer.content(), kind);
            if (words != null) {
                return words;
            }
        } catch (JsonProcessingException e) {
            // Its message shows what was read, which may be anything.
        }
        throw faults.strange(about(demand, sandbox), "HTTP " + answer.status() + " without " + kind.getSimpleName());
    }
}
