package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ApiVersion;
import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.event.SandboxListener;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A provider that is opened when it is first needed, once, whatever comes of it. */
final class RegisteredProvider {

    private final String name;
    private final SandboxProviderFactory factory;
    private final Function<String, ProviderContext> contexts;
    private final BiFunction<SandboxProvider, ProviderContext, SandboxProvider> completing;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletableFuture<SandboxProvider> opened = new CompletableFuture<>();
    private volatile SandboxListener listener = SandboxListener.SILENT;

    /**
     * Opens nothing yet.
     *
     * @param completing takes what was opened, and with what, and returns what is used
     */
    RegisteredProvider(
            String name,
            SandboxProviderFactory factory,
            Function<String, ProviderContext> contexts,
            BiFunction<SandboxProvider, ProviderContext, SandboxProvider> completing) {
        this.completing = completing;
        this.name = name;
        this.factory = factory;
        this.contexts = contexts;
    }

    String name() {
        return name;
    }

    SandboxProviderFactory factory() {
        return factory;
    }

    /** Returns who is told what happens to its sandboxes, once it is open. */
    SandboxListener listener() {
        return listener;
    }

    /**
     * Opens it, or returns what was opened before.
     *
     * @throws ProviderUnavailableException if opening failed, now or before
     */
    SandboxProvider open() {
        if (begun.compareAndSet(false, true)) {
            complete();
        }
        try {
            return opened.join();
        } catch (CompletionException e) {
            throw notOpened(e.getCause() == null ? e : e.getCause());
        }
    }

    private ProviderUnavailableException notOpened(Throwable cause) {
        Rejection why = whyNotOpened(cause);
        return new ProviderUnavailableException(Fault.of("Provider '" + name + "' cannot be opened: " + why.reason())
                .provider(name)
                .remedy(why.remedy().isEmpty() ? null : why.remedy())
                .cause(cause));
    }

    private Rejection whyNotOpened(Throwable cause) {
        if (cause instanceof SandboxException known) {
            return Rejections.of(name, known).get(0);
        }
        return cause instanceof IllegalArgumentException && cause.getMessage() != null
                ? new Rejection(
                        name, cause.getMessage(), "correct the settings that begin with 'sandbox." + name + ".'")
                : new Rejection(name, cause.toString(), "check that all it depends on is on the class path");
    }

    /** Closes it if it was opened, and sees to it that it is not opened any more. */
    void close() {
        closed.set(true);
        if (begun.compareAndSet(false, true)) {
            opened.completeExceptionally(new IllegalStateException("the providers were closed"));
        } else if (opened.isDone() && !opened.isCompletedExceptionally()) {
            opened.join().close();
        }
    }

    private void complete() {
        try {
            SandboxProvider provider = openNow();
            opened.complete(provider);
            // Closed meanwhile by a thread that did not wait for us. Should both close it, that is fine.
            if (closed.get()) {
                provider.close();
            }
        } catch (RuntimeException | Error e) {
            opened.completeExceptionally(e);
        }
    }

    private SandboxProvider openNow() {
        ProviderContext context = contexts.apply(name);
        listener = context.listener();
        SandboxProvider provider = factory.open(context);
        if (!name.equals(provider.name())) {
            provider.close();
            throw new IllegalStateException(
                    "its factory says '" + name + "' and it calls itself '" + provider.name() + "'");
        }
        int version = factory.apiVersion();
        return completing.apply(
                version < ApiVersion.CURRENT ? new OlderProvider(provider, version) : provider, context);
    }
}
