package dev.sandboxed.core.internal.sharing;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.core.internal.config.ConfigKey;
import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Setting;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The pool that this process shares with others: a server of our own contract that has sandboxes of all providers ready, which the
 * provider {@code http} speaks to.
 *
 * @param address where it is
 * @param access how to be let in, as settings of the provider {@code http}
 */
public record SharedPool(String address, Map<String, String> access) {

    /** The provider that speaks to it. */
    public static final String SPEAKER = "http";

    public SharedPool {
        access = Map.copyOf(access);
    }

    /** Returns the one that the settings name; empty if they name none, or turn pools off. */
    public static Optional<SharedPool> read(Configuration configuration) {
        Map<String, String> access = new LinkedHashMap<>();
        configuration.find(ConfigKey.POOL_TOKEN).ifPresent(token -> access.put("token", token.value()));
        configuration.find(ConfigKey.POOL_TOKEN_FILE).ifPresent(file -> access.put("tokenFile", file.value()));
        return configuration
                .find(ConfigKey.POOL_SERVER)
                .map(Setting::value)
                .filter(address -> configuration.hasPool())
                .map(address -> new SharedPool(address, access));
    }

    /**
     * Returns a provider that takes its sandboxes from this pool where it can.
     *
     * @param own makes those that the pool cannot make
     * @param context what it was opened with
     * @param speaker opens the provider that speaks to the pool; throws if there is none
     */
    public SandboxProvider before(
            SandboxProvider own, ProviderContext context, Function<ProviderContext, SandboxProvider> speaker) {
        Map<String, String> settings = new LinkedHashMap<>(access);
        settings.put("endpoint", address);
        settings.put("provider", own.name());
        settings.put("as", own.name());
        return new SharingProvider(
                own, address, SettingsMark.of(context), () -> speaker.apply(context.withSettings(settings)));
    }

    /** Shows where it is, and not how to be let in. */
    @Override
    public String toString() {
        return address;
    }
}
