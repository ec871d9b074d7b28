package dev.sandboxed.api;

/**
 * The version of this API that a provider was built against.
 *
 * <p>It grows by one when something is added. Everything added is governed by a new
 * {@link dev.sandboxed.api.capability.Capability}, so an older provider keeps working: what it does not know is reported
 * as not supported.
 */
public final class ApiVersion {

    /**
     * The version of the API on the class path.
     *
     * <p>A compile-time constant on purpose: the compiler copies it into the provider, where it stays what it was when the
     * provider was built.
     */
    public static final int CURRENT = 1;

    private ApiVersion() {}
}
