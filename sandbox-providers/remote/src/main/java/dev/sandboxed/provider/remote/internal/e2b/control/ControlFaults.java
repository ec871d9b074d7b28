package dev.sandboxed.provider.remote.internal.e2b.control;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.provider.remote.internal.e2b.settings.ServiceSettings;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import java.io.IOException;
import java.util.Locale;
import okhttp3.HttpUrl;

/**
 * Says what is wrong when the control API refuses, in our own kinds of exceptions. The key is in none of them.
 *
 * @param provider what the provider is called
 * @param api where the control API is
 */
record ControlFaults(String provider, HttpUrl api) {

    private static final String KEY_REMEDY =
            "set E2B_API_KEY, or sandbox.e2b." + ServiceSettings.KEY + ", to a key of the team that shall pay for it";

    /** Returns what to throw for an answer that is no success. */
    SandboxException refused(String what, Answer answer) {
        Fault fault = fault(what + " came to nothing: " + answer.told());
        return switch (answer.status()) {
            case 401 -> new ProviderUnavailableException(fault.remedy(KEY_REMEDY));
            case 403 ->
                new ProviderUnavailableException(fault.remedy(
                        "ask the owner of the team for the right to do that, or use a key of another team"));
            case 404 -> new SandboxNotFoundException(fault.remedy("list() shows what there is"));
            case 429 -> tooMuch(fault, answer);
            default ->
                answer.status() >= 500
                        ? new SandboxTransportException(fault.remedy("try again later; " + api + " is in trouble"))
                        : new SandboxStartException(fault.remedy("mend what the service objects to"));
        };
    }

    /** A rate goes down by waiting; the number of sandboxes at once only by closing some. */
    private static SandboxException tooMuch(Fault fault, Answer answer) {
        boolean rate = answer.headers().get("Retry-After") != null
                || answer.message().toLowerCase(Locale.ROOT).contains("rate limit");
        return rate
                ? new SandboxTransportException(
                        fault.remedy("make fewer requests at once; the service limits their rate"))
                : new ProviderUnavailableException(
                        fault.remedy(
                                "close sandboxes that are not needed (./sandboxed reap e2b ends those of dead owners), or have the team's limit raised"));
    }

    /** Returns what to throw where there is no key. */
    ProviderUnavailableException noKey() {
        return new ProviderUnavailableException(fault("There is no key for E2B").remedy(KEY_REMEDY));
    }

    /** Returns what to throw where nobody answers. */
    SandboxTransportException unreachable(String what, IOException e) {
        return new SandboxTransportException(fault(what + " came to nothing: " + api + " cannot be reached: " + e)
                .remedy("check the network, and E2B_API_URL and E2B_DOMAIN if they are set")
                .cause(e));
    }

    /** Returns what to throw for an answer that nobody understands. */
    SandboxTransportException strange(String what, Answer answer) {
        return new SandboxTransportException(fault(what + " was answered in a way that E2B does not: " + answer.told())
                .remedy("check that " + api + " is E2B's API"));
    }

    Fault fault(String what) {
        return Fault.of(what).provider(provider);
    }
}
