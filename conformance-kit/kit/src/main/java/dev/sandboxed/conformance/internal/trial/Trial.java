package dev.sandboxed.conformance.internal.trial;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.fail;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.event.SandboxEvent;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spec.SandboxSpecBuilder;
import dev.sandboxed.conformance.contract.Effort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * One test of one clause. Whatever is made through it is destroyed when the test ends, however it ends; what cannot be
 * destroyed is put on record.
 */
public final class Trial implements AutoCloseable {

    private static final String LABEL = "conformance-trial";
    private static final Duration GLANCE = Duration.ofMillis(20);
    /** Far more than LIFE-12 allows, which is a SHOULD: only what seems to take for ever is left behind. */
    private static final Duration CLOSING = Duration.ofSeconds(60);

    private final Bench bench;
    private final String clause;
    private final String id = UUID.randomUUID().toString();
    private final List<AutoCloseable> made = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    Trial(Bench bench, String clause) {
        this.bench = bench;
        this.clause = clause;
    }

    /** Returns the provider that is examined. */
    public SandboxProvider provider() {
        return bench.provider();
    }

    /** Returns what the provider declares, as far as its version of the API knew it. */
    public Capabilities capabilities() {
        return bench.capabilities();
    }

    public boolean claims(Capability capability) {
        return bench.capabilities().has(capability);
    }

    /** Makes a sandbox that leaves every choice to the provider. */
    public Sandbox sandbox() {
        return create(SandboxSpec.defaults());
    }

    /** Makes a sandbox; it is destroyed when the test ends. */
    public Sandbox create(SandboxSpecBuilder spec) {
        return create(spec.build());
    }

    /** Makes a sandbox; it is destroyed when the test ends. */
    public Sandbox create(SandboxSpec spec) {
        return keep(provider().create(labelled(spec)));
    }

    /** Returns a spec with the label by which whatever comes of it is found again, and patience with its start. */
    public SandboxSpec labelled(SandboxSpec spec) {
        return bench.patient(spec).toBuilder().label(LABEL, id).build();
    }

    /**
     * Keeps something else, to be destroyed when the test ends: a restored sandbox, a running command.
     *
     * @throws IllegalStateException if the test was given up meanwhile; it is destroyed at once
     */
    public <T extends AutoCloseable> T keep(T other) {
        made.add(other);
        if (closed.get()) {
            destroy(other);
            throw new IllegalStateException("The test of " + clause + " was given up");
        }
        return other;
    }

    /** Opens the provider once more, as another program would; it is closed when the test ends. */
    public SandboxProvider open(UnaryOperator<ProviderContext> change) {
        return keep(bench.open(change));
    }

    /** Returns what the provider lists of a sandbox; empty where it is not listed. */
    public Optional<SandboxInfo> listed(Sandbox sandbox) {
        return provider().list().stream()
                .filter(info -> info.id().equals(sandbox.id()))
                .findFirst();
    }

    /** Returns the sandboxes of this test that the provider shows as alive. */
    public List<SandboxInfo> alive() {
        return provider().list().stream()
                .filter(info -> id.equals(info.labels().get(LABEL)))
                .toList();
    }

    /** Returns what is inside the sandboxes to work with. */
    public Guest guest() {
        return bench.guest();
    }

    public Effort effort() {
        return bench.setup().effort();
    }

    /** Returns the hints of the author of the provider. */
    public ProviderHints hints() {
        return bench.hints();
    }

    /** Returns the provider's name as its factory has it. */
    public String factoryName() {
        return bench.setup().factory().name();
    }

    /** Returns what was told about a sandbox so far. */
    public List<SandboxEvent> events(Sandbox sandbox) {
        return bench.events().of(sandbox.id());
    }

    /** Returns everything that the provider told so far, other trials' sandboxes included. */
    public List<SandboxEvent> allEvents() {
        return bench.events().all();
    }

    /** Returns a new, empty folder on the host. */
    public Path hostFolder() {
        return bench.scratch().fresh();
    }

    /** Returns a deadline, stretched for slow machines. */
    public Duration patience(Duration ordinary) {
        return bench.scaled(ordinary);
    }

    /** Waits until something is so, for a stretched while; a failure says what did not come. */
    public void await(String what, Duration ordinary, BooleanSupplier condition) {
        if (!comesTrue(ordinary, condition)) {
            fail(what + ": waited " + patience(ordinary).toMillis() + " ms in vain");
        }
    }

    /** Returns whether something becomes so within a stretched while, and before the thread is interrupted. */
    public boolean comesTrue(Duration ordinary, BooleanSupplier condition) {
        return comesTrueWithin(patience(ordinary), condition);
    }

    /** Returns whether something becomes so within a while that was measured here, and is not stretched. */
    public boolean comesTrueWithin(Duration measured, BooleanSupplier condition) {
        long end = System.nanoTime() + measured.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(GLANCE.toNanos());
        }
        return true;
    }

    /** Returns how long something takes. */
    public static Duration timed(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /**
     * Starts a heartbeat in the background of a sandbox, and waits for its first beat.
     *
     * @return the file that it writes to, whose name nobody else has: it tells the process from all others on the host
     */
    public String startHeartbeat(Sandbox sandbox) {
        String file = "beat-" + UUID.randomUUID();
        sandbox.shell(guest().detached(guest().heartbeat(file)));
        awaitBeat(sandbox, file);
        return file;
    }

    /** Returns how often a {@link Guest#heartbeat} has left its trace. */
    public long beats(Sandbox sandbox, String file) {
        return sandbox.files().exists(file) ? sandbox.files().stat(file).size() : 0;
    }

    /** Waits for the first trace of a heartbeat. */
    public void awaitBeat(Sandbox sandbox, String file) {
        await(
                "The background process that writes '" + file + "' did not start",
                Duration.ofSeconds(10),
                () -> beats(sandbox, file) > 0);
    }

    /** Insists that a heartbeat goes on. */
    public void assertBeating(Sandbox sandbox, String file, String otherwise) {
        long before = beats(sandbox, file);
        if (!comesTrue(Duration.ofSeconds(10), () -> beats(sandbox, file) > before)) {
            fail(otherwise);
        }
    }

    /** Insists that a heartbeat has stopped. */
    public void assertStill(Sandbox sandbox, String file, String otherwise) {
        long before = beats(sandbox, file);
        Duration several = guest().naps() ? Duration.ofMillis(600) : Duration.ofSeconds(3);
        if (comesTrue(several, () -> beats(sandbox, file) > before)) {
            fail(otherwise);
        }
    }

    /** Destroys whatever was made, once, and puts on record what could not be. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        List<AutoCloseable> lastFirst = new ArrayList<>(made);
        Collections.reverse(lastFirst);
        lastFirst.forEach(this::destroy);
        try {
            for (SandboxInfo left : bench.within(this::alive)) {
                bench.leftBehind(clause + ": sandbox " + left.id() + " is still listed after everything was closed");
            }
        } catch (Throwable e) {
            bench.leftBehind(clause + ": the provider could not list its sandboxes: " + e);
        }
    }

    /** Whatever is thrown, an Error for a class that is missing included, must not keep the others from being destroyed. */
    private void destroy(AutoCloseable one) {
        try {
            assertTimeoutPreemptively(patience(CLOSING), one::close);
        } catch (Throwable e) {
            bench.leftBehind(clause + ": " + one.getClass().getName() + " could not be closed: " + e);
        }
    }
}
