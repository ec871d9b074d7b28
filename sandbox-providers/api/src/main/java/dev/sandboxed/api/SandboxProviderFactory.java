package dev.sandboxed.api;

/**
 * Opens a provider. This is the type that {@link java.util.ServiceLoader} looks for.
 *
 * <p>For implementors: loading and constructing the factory must be cheap and start nothing; {@link #open} may allocate.
 */
public interface SandboxProviderFactory {

    /** Returns the name of the provider that it opens. */
    String name();

    /**
     * Returns the version of the API that the provider was built against: write {@code return ApiVersion.CURRENT;}.
     *
     * <p>There is no default on purpose, since it would come from the API that is there at run time.
     */
    int apiVersion();

    SandboxProvider open(ProviderContext context);
}
