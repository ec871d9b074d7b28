package dev.sandboxed.provider.remote.internal.http.service;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.wire.internal.FaultWords;
import dev.sandboxed.wire.internal.Words;
import java.io.IOException;
import java.util.Optional;

/**
 * Says what is wrong when the service refuses or does not answer, in our own kinds of exceptions. The token is in none of them.
 *
 * @param provider what the provider is called here
 * @param endpoint where the service is
 */
public record ServiceFaults(String provider, String endpoint) {

    /** How a service is started, for remedies. */
    static final String SERVE = "./sandboxed serve --provider …";

    private static final String TOKEN_REMEDY =
            "set SANDBOX_HTTP_TOKEN, or sandbox.http.tokenFile, to the token that `" + SERVE + "` has told";

    /** Returns what the service says went wrong; empty if it is not the service that says it. */
    static Optional<FaultWords> words(Answer answer) {
        try {
            return Optional.ofNullable(Words.answered(answer.content(), FaultWords.class))
                    .filter(ServiceFaults::areWhole);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** What was read may lack what nobody may leave out. */
    private static boolean areWhole(FaultWords words) {
        return words.code() != null && words.what() != null;
    }

    /**
     * Returns what to throw for an answer that is no success.
     *
     * @param about begins the description of what went wrong
     */
    RuntimeException refused(Fault about, Answer answer) {
        return words(answer).map(words -> refused(about, words)).orElseGet(() -> strange(about, answer.told()));
    }

    /** Returns what to throw for what the service says, in its words, after what was tried. */
    public RuntimeException refused(Fault about, FaultWords words) {
        if (!areWhole(words)) {
            return strange(about, "it does not say what went wrong");
        }
        if (words.code().equals(FaultWords.UNAUTHORIZED)) {
            return new ProviderUnavailableException(about(
                            about,
                            about.what() + " came to nothing: the service at " + endpoint + " does not know the token")
                    .remedy(TOKEN_REMEDY));
        }
        return words.exception(fault -> about(about, fault.what()).remedy(fault.remedy()));
    }

    private static Fault about(Fault about, String what) {
        return Fault.of(what).provider(about.provider()).sandbox(about.sandbox());
    }

    /** Returns what to throw where there is no endpoint. */
    ProviderUnavailableException nowhere() {
        return new ProviderUnavailableException(Fault.of("No endpoint is set, so there is no service to ask")
                .provider(provider)
                .remedy("run `" + SERVE + "` on the other machine, then set SANDBOX_HTTP_ENDPOINT and"
                        + " SANDBOX_HTTP_TOKEN to what it tells"));
    }

    /** Returns what to throw where there is no token. */
    ProviderUnavailableException noToken() {
        return new ProviderUnavailableException(Fault.of("There is no token for the service at " + endpoint)
                .provider(provider)
                .remedy(TOKEN_REMEDY));
    }

    /** Returns what to throw where nobody answers, or whoever waits was interrupted. */
    public RuntimeException unreachable(Fault about, IOException e) {
        return failed(about, "the service at " + endpoint + " cannot be reached: ", e);
    }

    /** Returns what to throw where an answer began and did not come to its end, or whoever waits was interrupted. */
    public RuntimeException broken(Fault about, IOException e) {
        return failed(about, "the answer of the service at " + endpoint + " broke off: ", e);
    }

    private static RuntimeException failed(Fault about, String why, IOException e) {
        if (Thread.currentThread().isInterrupted()) {
            return new SandboxInterruptedException(
                    about(about, about.what() + " was interrupted").cause(e));
        }
        return new SandboxTransportException(about(about, about.what() + " came to nothing: " + why + e.getMessage())
                .remedy("see whether `" + SERVE + "` still runs there, and check the network")
                .cause(e));
    }

    /** Returns what to throw for an answer that is none of the contract. */
    public SandboxTransportException strange(Fault about, String told) {
        return new SandboxTransportException(
                about(about, about.what() + " was answered in a way that our contract does not know: " + told)
                        .remedy("check that " + endpoint + " is where `" + SERVE + "` listens"));
    }
}
