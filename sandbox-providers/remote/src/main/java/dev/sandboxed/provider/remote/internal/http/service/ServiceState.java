package dev.sandboxed.provider.remote.internal.http.service;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.provision.Requirement;
import dev.sandboxed.wire.internal.Contract;
import dev.sandboxed.wire.internal.ProviderWords;
import dev.sandboxed.wire.internal.ServiceWords;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the service tells about itself. */
public final class ServiceState {

    private static final Duration TO_ANSWER = Duration.ofMillis(800);
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration LONGEST_BEAT = Duration.ofSeconds(5);
    private static final double NANOS = 1e9;

    private static final Demand HEALTH = Demand.get("Asking the service how it is", "health");
    private static final List<Requirement> REQUIREMENTS =
            List.of(Requirement.of("`" + ServiceFaults.SERVE + "` on another machine, or on this one", "everything"));
    private static final Capabilities NOTHING = new Capabilities(Isolation.PROCESS, Set.of(), REQUIREMENTS, FRESH);

    /** What takes requests that a service without them has not. */
    private static final Set<Capability> MORE_THAN_PROCESSES = EnumSet.of(
            Capability.TERMINAL,
            Capability.SNAPSHOT,
            Capability.SNAPSHOT_MEMORY,
            Capability.PAUSE,
            Capability.USAGE,
            Capability.NETWORK_LOG,
            Capability.PORTS);

    private final ServiceClient service;
    private final String name;
    private volatile @Nullable Told last;

    /**
     * What was told.
     *
     * @param leaseNanos after how long without a request the service removes what is ours
     * @param ahead whether it makes ahead what it is told of
     */
    private record Told(long at, ProviderWords provider, Isolation isolation, long leaseNanos, boolean ahead) {}

    /**
     * Creates one that was told nothing yet.
     *
     * @param name what the provider is called here
     */
    public ServiceState(String name, ServiceClient service) {
        this.name = name;
        this.service = service;
    }

    /** Finds out whether the service and the provider behind it work now. */
    public ProviderStatus status() {
        try {
            ProviderWords provider = ask().provider();
            String endpoint =
                    service.settings().endpoint().map(Endpoint::toString).orElse("");
            if (!provider.available()) {
                return new ProviderStatus.Unavailable(
                        "The service at " + endpoint + " cannot use its provider '" + provider.name() + "': "
                                + provider.reason(),
                        provider.remedy() == null
                                ? "./sandboxed doctor on the machine of the service"
                                : "on the machine of the service: " + provider.remedy());
            }
            return new ProviderStatus.Available(
                    provider.name() + " " + provider.version(), details(endpoint, provider));
        } catch (SandboxException e) {
            return new ProviderStatus.Unavailable(e.what(), e.remedy().orElse("./sandboxed doctor"));
        } catch (IllegalArgumentException e) {
            return new ProviderStatus.Unavailable(
                    String.valueOf(e.getMessage()), "mend what the message names, or ask whoever runs the service");
        }
    }

    private static Map<String, String> details(String endpoint, ProviderWords provider) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("endpoint", endpoint);
        details.put("provider", provider.name());
        details.put("contract", Contract.VERSION);
        if (provider.settings() != null) {
            details.put(ProviderWords.SETTINGS, provider.settings());
        }
        return details;
    }

    /** Declares what the service told last; nothing as long as nobody has told anything. */
    public Capabilities capabilities() {
        Told told = recent();
        if (told == null) {
            return NOTHING;
        }
        EnumSet<Capability> features = EnumSet.noneOf(Capability.class);
        features.addAll(told.provider().features());
        // The folders of this host are not there, keys are not sent away, and a second handle is ours to give.
        features.remove(Capability.MOUNTS);
        features.remove(Capability.NETWORK_CREDENTIALS);
        features.add(Capability.CONNECT);
        if (told.provider().startsProcessesOnly()) {
            features.removeAll(MORE_THAN_PROCESSES);
        }
        if (!service.settings().endpoint().map(Endpoint::isHere).orElse(false)) {
            features.remove(Capability.PORTS);
        }
        Double startup = told.provider().startupSeconds();
        return new Capabilities(
                told.isolation(),
                features,
                REQUIREMENTS,
                startup == null ? FRESH : Duration.ofNanos((long) (startup * NANOS)));
    }

    /** Returns what the service told of a provider that only starts processes; empty if it has another, or tells nothing. */
    public Optional<ProviderWords> processesOnly() {
        Told told = last;
        return Optional.ofNullable(told == null ? recent() : told)
                .map(Told::provider)
                .filter(ProviderWords::startsProcessesOnly);
    }

    /** Returns whether the service makes ahead what it is told of. */
    public boolean makesAhead() {
        Told told = last;
        Told known = told == null ? recent() : told;
        return known != null && known.ahead();
    }

    /** Returns how often the service wants to hear of us. */
    public Duration beat() {
        Told told = last;
        Duration quarter = told == null ? LONGEST_BEAT : Duration.ofNanos(told.leaseNanos() / 4);
        return quarter.compareTo(LONGEST_BEAT) < 0 ? quarter : LONGEST_BEAT;
    }

    private @Nullable Told recent() {
        Told told = last;
        if (told != null && System.nanoTime() - told.at() < FRESH.toNanos()) {
            return told;
        }
        try {
            return ask();
        } catch (SandboxException | IllegalArgumentException unknown) {
            return told;
        }
    }

    private Told ask() {
        Demand demand = service.settings()
                .provider()
                .filter(provider -> service.settings().standsIn())
                .map(provider -> HEALTH.with("provider", provider))
                .orElse(HEALTH);
        Told told = service.read(demand, null, TO_ANSWER, ServiceWords.class, this::understood);
        last = told;
        return told;
    }

    /** A level of isolation that is not known here is none that anybody can rely on. */
    private Told understood(ServiceWords words) {
        requireContract(words);
        ProviderWords provider = chosen(words.providers());
        long lease = (long) (Math.max(1, words.leaseSeconds()) * NANOS);
        return new Told(System.nanoTime(), provider, provider.level(), lease, words.makesAhead());
    }

    private void requireContract(ServiceWords words) {
        String version = words.contract();
        if (!major(version).equals(major(Contract.VERSION))) {
            throw new ProviderUnavailableException(Fault.of("The service keeps version " + version
                            + " of the contract, but this client knows only " + major(Contract.VERSION) + ".x")
                    .provider(name)
                    .remedy("use the same version of sandboxed on both machines"));
        }
    }

    private static String major(String version) {
        return version.replaceFirst("\\..*", "");
    }

    private ProviderWords chosen(List<ProviderWords> providers) {
        String wanted = service.settings().provider().orElse(null);
        return providers.stream()
                .filter(one -> wanted == null || one.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new ProviderUnavailableException(Fault.of(
                                wanted == null
                                        ? "The service has no provider"
                                        : "The service has no provider '" + wanted + "'")
                        .provider(name)
                        .remedy("set sandbox.http.provider to one that it has: "
                                + providers.stream().map(ProviderWords::name).toList())));
    }
}
