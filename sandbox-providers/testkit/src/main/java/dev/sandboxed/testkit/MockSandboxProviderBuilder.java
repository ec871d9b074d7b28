package dev.sandboxed.testkit;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.SandboxListener;
import dev.sandboxed.api.limit.DataSize;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Collects what a {@link MockSandboxProvider} is like. It can build any number of them; each begins its script anew.
 *
 * <p>Unless told otherwise it is called {@code mock}, is available, declares everything but a terminal at the level
 * {@code PROCESS}, and lets no time pass.
 */
public final class MockSandboxProviderBuilder implements Scripting<MockSandboxProviderBuilder> {

    String name = "mock";
    Capabilities capabilities = new Capabilities(
            Isolation.PROCESS, EnumSet.complementOf(EnumSet.of(Capability.TERMINAL)), List.of(), Duration.ofMillis(1));
    ProviderStatus status = new ProviderStatus.Available("1", Map.of());
    ProviderContext context = ProviderContext.in(Path.of("mock-writes-no-files"));
    Pacer pacer = Pacer.instant();
    Clock clock = Clock.systemUTC();
    Supplier<List<NetworkAttempt>> attempts = List::of;
    Supplier<Usage> usage = () -> new Usage(Duration.ZERO, DataSize.ZERO, DataSize.ZERO, 0);
    Set<String> knownOptions = Set.of();
    int deadlyCommand;
    final Creations creations;
    final List<String> leftBehind = new ArrayList<>();
    final List<Rule> rules = new ArrayList<>();

    MockSandboxProviderBuilder() {
        this.creations = new Creations();
    }

    private MockSandboxProviderBuilder(MockSandboxProviderBuilder from) {
        name = from.name;
        capabilities = from.capabilities;
        status = from.status;
        context = from.context;
        pacer = from.pacer;
        clock = from.clock;
        attempts = from.attempts;
        usage = from.usage;
        knownOptions = from.knownOptions;
        deadlyCommand = from.deadlyCommand;
        creations = new Creations(from.creations);
        leftBehind.addAll(from.leftBehind);
        rules.addAll(from.rules);
    }

    public MockSandboxProviderBuilder name(String providerName) {
        this.name = providerName;
        return this;
    }

    public MockSandboxProviderBuilder isolation(Isolation level) {
        return capabilities(
                new Capabilities(level, capabilities.features(), capabilities.requirements(), capabilities.startup()));
    }

    /** Declares exactly this. A mock that declares a terminal is chosen for it and still has none. */
    public MockSandboxProviderBuilder capabilities(Capabilities declared) {
        this.capabilities = declared;
        return this;
    }

    /** Declares all that was declared so far but these. */
    public MockSandboxProviderBuilder without(Capability... lacking) {
        Set<Capability> left = EnumSet.noneOf(Capability.class);
        left.addAll(capabilities.features());
        left.removeAll(Arrays.asList(lacking));
        return capabilities(
                new Capabilities(capabilities.isolation(), left, capabilities.requirements(), capabilities.startup()));
    }

    public MockSandboxProviderBuilder available(String version) {
        this.status = new ProviderStatus.Available(version, Map.of());
        return this;
    }

    public MockSandboxProviderBuilder unavailable(String reason, String remedy) {
        this.status = new ProviderStatus.Unavailable(reason, remedy);
        return this;
    }

    /** Returns these events to a listener. */
    public MockSandboxProviderBuilder listener(SandboxListener listener) {
        return context(context.withListener(listener));
    }

    /** Takes owner and listener from a context; its directory and settings are not used. */
    public MockSandboxProviderBuilder context(ProviderContext given) {
        this.context = given;
        return this;
    }

    /** Lets scripted delays pass in another way than at once. */
    public MockSandboxProviderBuilder pacer(Pacer way) {
        this.pacer = way;
        return this;
    }

    /** Takes the times of sandboxes, files and snapshots from this clock. */
    public MockSandboxProviderBuilder clock(Clock source) {
        this.clock = source;
        return this;
    }

    /** Answers {@code networkAttempts()} of every sandbox with what this gives. */
    public MockSandboxProviderBuilder networkAttempts(Supplier<List<NetworkAttempt>> tried) {
        this.attempts = tried;
        return this;
    }

    /** Answers {@code usage()} of every sandbox with what this gives. */
    public MockSandboxProviderBuilder usage(Supplier<Usage> measured) {
        this.usage = measured;
        return this;
    }

    /** Accepts these options of a spec. */
    public MockSandboxProviderBuilder knownOptions(String... names) {
        this.knownOptions = Set.of(names);
        return this;
    }

    /** Lets every creation take this long; one that takes longer than its start-up timeout fails. */
    public MockSandboxProviderBuilder creationTakes(Duration time) {
        creations.take(time);
        return this;
    }

    /** Fails the first creations with {@code SandboxStartException}; those after them work. */
    public MockSandboxProviderBuilder failCreations(int times) {
        return failCreations(times, Creations::scripted);
    }

    public MockSandboxProviderBuilder failCreations(int times, Supplier<? extends RuntimeException> failure) {
        creations.fail(times, failure);
        return this;
    }

    /**
     * Lets every sandbox die at its n-th command: that one and all later calls throw {@code SandboxDestroyedException}.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public MockSandboxProviderBuilder dieAtCommand(int nth) {
        if (nth < 1) {
            throw new IllegalArgumentException("The first command is number 1, but was " + nth);
        }
        this.deadlyCommand = nth;
        return this;
    }

    /** Pretend that a dead process left these sandboxes, for {@code reap()} to find. */
    public MockSandboxProviderBuilder leftBehind(String... ids) {
        leftBehind.addAll(List.of(ids));
        return this;
    }

    @Override
    public MockSandboxProviderBuilder script(Rule rule) {
        rules.add(rule);
        return this;
    }

    public MockSandboxProvider build() {
        return new MockSandboxProvider(new MockSandboxProviderBuilder(this));
    }

    /** Returns a factory that builds a mock like this whenever it is opened. */
    public MockSandboxProviderFactory toFactory() {
        return new MockSandboxProviderFactory(new MockSandboxProviderBuilder(this));
    }

    MockSandboxProvider buildIn(ProviderContext given) {
        return new MockSandboxProviderBuilder(this).context(given).build();
    }
}
