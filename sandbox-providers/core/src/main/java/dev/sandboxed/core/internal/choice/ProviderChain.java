package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Headroom;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.capability.UnsupportedCapabilityException;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.NoProviderException;
import dev.sandboxed.api.error.Rejection;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxInterruptedException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.Events;
import dev.sandboxed.api.spi.ExpectingProvider;
import dev.sandboxed.core.health.HealthSnapshot;
import dev.sandboxed.core.internal.health.Checks;
import dev.sandboxed.core.internal.health.ProviderHealth;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * Chooses the provider for a sandbox, strongest isolation first, and never one below the floor. Safe from several threads.
 *
 * <p>A provider that does not work here, isolates too little or lacks what the spec needs is passed over, and one whose
 * creation fails too; each is recorded with its reason and remedy. A sandbox that turns out weaker than the floor is destroyed
 * at once. A provider that is named is used, or its own exception
 * is thrown: there is no other in its place.
 */
public final class ProviderChain {

    private static final Logger LOG = System.getLogger(ProviderChain.class.getName());

    private final ProviderRegistry registry;
    private final Checks checks;
    private final Map<String, ProviderHealth> health = new ConcurrentHashMap<>();
    private final RecentSelections recent;

    public ProviderChain(ProviderRegistry registry) {
        this(registry, Checks.DEFAULT);
    }

    public ProviderChain(ProviderRegistry registry, Checks checks) {
        this.registry = registry;
        this.checks = checks;
        this.recent = new RecentSelections(checks.clock());
    }

    /** Returns how the providers are that were asked so far, by name. */
    public List<HealthSnapshot> health() {
        return health.values().stream()
                .map(one -> one.snapshot(registry.startups()))
                .sorted(Comparator.comparing(HealthSnapshot::provider))
                .toList();
    }

    /** Returns what the host of a provider has to spare, as of a short while ago; empty if nobody can tell. */
    public Optional<Headroom> headroom(String provider) {
        try {
            return healthOf(provider).headroom();
        } catch (SandboxException e) {
            LOG.log(Level.DEBUG, "Provider " + provider + " does not tell what its host has to spare", e);
            return Optional.empty();
        }
    }

    /**
     * Chooses without making anything. What was chosen a moment ago still holds, unless a provider has failed since.
     *
     * @throws NoProviderException if none fits, or the named one isolates too little
     * @throws dev.sandboxed.api.error.ProviderNotFoundException if the named one does not exist
     * @throws dev.sandboxed.api.error.ProviderUnavailableException if the named one does not work on this host now
     * @throws UnsupportedCapabilityException if the named one lacks what the spec needs
     */
    public Selection select(ProviderRequest request) {
        return recent.get(request, this::selectNow);
    }

    private Selection selectNow(ProviderRequest request) {
        return request.provider().isPresent()
                ? examine(request.provider().get(), request)
                : walk(request, (chosen, failed) -> chosen);
    }

    /**
     * Creates a sandbox with the first provider that can.
     *
     * @throws NoProviderException if none could, or the named one isolates too little; it holds all attempts
     * @throws SandboxException as in {@link #select}, or what the creation by the named provider throws
     * @throws SandboxInterruptedException if the calling thread is interrupted; nothing else is tried then
     */
    public SelectedSandbox create(ProviderRequest request) {
        return request.provider().isPresent()
                ? make(examine(request.provider().get(), request), request)
                : walk(request, (chosen, failed) -> fallenBack(make(chosen, request), failed));
    }

    private SelectedSandbox make(Selection chosen, ProviderRequest request) {
        ProviderHealth maker = healthOf(chosen.provider().name());
        boolean waitsElsewhere = waitsElsewhere(chosen.provider(), request.spec());
        try {
            long began = System.nanoTime();
            Sandbox made = requireFloor(create(chosen, request.spec()), request);
            maker.created(request.spec());
            if (!waitsElsewhere) {
                registry.startups().took(chosen.provider().name(), Duration.ofNanos(System.nanoTime() - began));
            }
            return new SelectedSandbox(new ChosenSandbox(made, chosen.rejections(), events(chosen, made)), chosen);
        } catch (SandboxException e) {
            if (!waitsElsewhere || !(e instanceof SandboxStartException)) {
                maker.failed(request.spec(), e);
            }
            throw e;
        }
    }

    /**
     * Returns whether a claim at a pool elsewhere hides behind a creation: it may be over at once or wait in vain for others to release
     * theirs, and neither says anything about the provider.
     */
    private static boolean waitsElsewhere(SandboxProvider provider, SandboxSpec spec) {
        return provider instanceof ExpectingProvider pool && pool.makesAhead(spec);
    }

    private SelectedSandbox fallenBack(SelectedSandbox made, List<Rejection> failed) {
        if (!failed.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "Fell back to provider {0}, since creating a sandbox failed with {1}",
                    made.selection().provider().name(),
                    failed);
            events(made).tell(at -> new SandboxEvent.FellBack(at, failed));
        }
        Set<String> names = failed.stream().map(Rejection::provider).collect(Collectors.toSet());
        return new SelectedSandbox(made.sandbox(), made.selection(), names);
    }

    /** Returns where to tell what happens to a sandbox that was created here. */
    public Events events(SelectedSandbox made) {
        return events(made.selection(), made.sandbox());
    }

    private Events events(Selection chosen, Sandbox made) {
        String provider = chosen.provider().name();
        return new Events(provider, made.id(), registry.listenerOf(provider));
    }

    private static Sandbox create(Selection chosen, SandboxSpec spec) {
        try {
            return chosen.provider().create(spec);
        } catch (SandboxException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            String name = chosen.provider().name();
            throw new SandboxStartException(Fault.of("Provider '" + name + "' failed to create a sandbox: " + e)
                    .provider(name)
                    .remedy("tell the authors of the provider")
                    .cause(e));
        }
    }

    /** What a provider declares is one thing; what it has made, perhaps by an option of the spec, is what counts. */
    private static Sandbox requireFloor(Sandbox made, ProviderRequest request) {
        if (request.floor() == Isolation.PROCESS) {
            return made;
        }
        NoProviderException tooWeak;
        try {
            SandboxInfo info = made.info();
            if (info.isolation().atLeast(request.floor())) {
                return made;
            }
            tooWeak = new NoProviderException(
                    request.describe(),
                    List.of(new Rejection(
                            info.provider(),
                            "the isolation of the sandbox that it made is "
                                    + info.isolation().written() + ", below the floor "
                                    + request.floor().written(),
                            remedyForWeakness(request))));
        } catch (RuntimeException e) {
            destroy(made, e);
            throw e;
        }
        destroy(made, tooWeak);
        throw tooWeak;
    }

    private static String remedyForWeakness(ProviderRequest request) {
        return request.spec().options().isEmpty()
                ? "tell the authors of the provider, which declares more than it makes"
                : "leave out the options that weaken it: " + request.spec().options();
    }

    private static void destroy(Sandbox made, RuntimeException why) {
        try {
            made.close();
        } catch (RuntimeException e) {
            why.addSuppressed(e);
        }
    }

    private <T> T walk(ProviderRequest request, BiFunction<Selection, List<Rejection>, T> use) {
        List<Rejection> rejections = new ArrayList<>(registry.rejections());
        List<Rejection> failed = new ArrayList<>();
        List<SandboxException> failures = new ArrayList<>();
        for (String name : order(request.preference(), rejections)) {
            Selection fitting;
            try {
                fitting = examine(name, request);
                refuseUnlessChosen(fitting);
            } catch (SandboxInterruptedException e) {
                throw e;
            } catch (SandboxException e) {
                rejections.addAll(Rejections.of(name, e));
                continue;
            }
            try {
                return use.apply(fitting.after(rejections), failed);
            } catch (SandboxInterruptedException e) {
                throw e;
            } catch (SandboxException e) {
                List<Rejection> reasons = Rejections.of(name, e);
                rejections.addAll(reasons);
                failed.addAll(reasons);
                failures.add(e);
            }
        }
        NoProviderException none = new NoProviderException(request.describe(), rejections);
        failures.forEach(none::addSuppressed);
        throw none;
    }

    /** Puts all names in order; those that are not to be tried become rejections. */
    private List<String> order(ProviderRequest.Preference preference, List<Rejection> rejections) {
        ProviderOrder order = new ProviderOrder(preference, registry.startups());
        List<ProviderOrder.Candidate> candidates = new ArrayList<>();
        for (String name : registry.names()) {
            if (ProviderOrder.isOnlyWhenNamed(name)) {
                rejections.add(onlyWhenNamed(name, "it is taken only when it is named"));
            } else if (!order.needsCapabilities(name)) {
                candidates.add(order.candidate(name));
            } else {
                try {
                    candidates.add(order.candidate(name, healthOf(name).capabilities()));
                } catch (SandboxInterruptedException e) {
                    throw e;
                } catch (SandboxException e) {
                    rejections.addAll(Rejections.of(name, e));
                }
            }
        }
        return order.sorted(candidates);
    }

    private Selection examine(String name, ProviderRequest request) {
        ProviderHealth asked = healthOf(name);
        Capabilities declared = asked.capabilities();
        if (!declared.isolation().atLeast(request.floor())) {
            throw new NoProviderException(request.describe(), List.of(belowFloor(name, declared, request)));
        }
        declared.require(request.needed(), name);
        ProviderStatus.Available status = asked.available();
        asked.refuseRepeatedFailure(request.spec());
        return new Selection(asked.provider(), declared, status, List.of());
    }

    private ProviderHealth healthOf(String name) {
        return health.computeIfAbsent(
                name, unknown -> new ProviderHealth(unknown, registry::named, checks, recent::forget));
    }

    private static void refuseUnlessChosen(Selection fitting) {
        ProviderStatus.Available status = fitting.status();
        String reason = status.details().get(ProviderOrder.ONLY_WHEN_NAMED);
        if (reason != null) {
            String name = fitting.provider().name();
            throw new NoProviderException(
                    name, List.of(onlyWhenNamed(name, "it is taken only when it is named: " + reason)));
        }
    }

    private static Rejection onlyWhenNamed(String name, String reason) {
        return new Rejection(name, reason, "name it: sandbox.provider=" + name);
    }

    private static Rejection belowFloor(String name, Capabilities declared, ProviderRequest request) {
        String level = declared.isolation().written();
        return new Rejection(
                name,
                "its isolation " + level + " is below the floor "
                        + request.floor().written(),
                "accept less with isolation " + level + ", if what runs inside may be trusted that far");
    }
}
