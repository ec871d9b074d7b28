package dev.sandboxed.core.internal.health;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.core.internal.config.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Asks providers about themselves without trusting them: whatever hangs, throws or does not link is told as unavailable.
 *
 * @param answerLimit how long an answer may take
 * @param openLimit how long opening may take, in which libraries are loaded
 */
public record Probe(Duration answerLimit, Duration openLimit) {

    /** A provider promises its status within a second; the rest is for the machine being busy. */
    public static final Probe DEFAULT = new Probe(Duration.ofMillis(1_500), Duration.ofSeconds(10));

    SandboxProvider open(String name, Function<String, SandboxProvider> opening) {
        return ask(name, "opening it", openLimit, () -> opening.apply(name));
    }

    Capabilities capabilities(SandboxProvider provider) {
        return ask(provider.name(), "asking for its capabilities", answerLimit, provider::capabilities);
    }

    ProviderStatus status(SandboxProvider provider) {
        return ask(provider.name(), "its status probe", answerLimit, provider::status);
    }

    Optional<Headroom> headroom(SandboxProvider provider) {
        return ask(provider.name(), "asking what its host has to spare", answerLimit, provider::headroom);
    }

    List<SandboxInfo> list(SandboxProvider provider) {
        return ask(provider.name(), "asking for its sandboxes", answerLimit, provider::list);
    }

    private static <T> T ask(String provider, String what, Duration limit, Callable<T> question) {
        FutureTask<T> task = new FutureTask<>(question);
        BackgroundThread.start("sandboxed-probe-" + provider, task);
        try {
            return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw unavailable(provider, what + " did not end within " + Durations.write(limit), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxInterruptedException(
                    Fault.of("Interrupted while " + what).provider(provider).cause(e));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SandboxException known) {
                throw known;
            }
            throw unavailable(provider, what + " failed: " + e.getCause(), e);
        } finally {
            task.cancel(true);
        }
    }

    private static ProviderUnavailableException unavailable(String provider, String reason, Exception cause) {
        return new ProviderUnavailableException(Fault.of("Provider '" + provider + "': " + reason)
                .provider(provider)
                .remedy("run ./sandboxed doctor again; if it stays so, tell the authors of the provider")
                .cause(cause));
    }
}
