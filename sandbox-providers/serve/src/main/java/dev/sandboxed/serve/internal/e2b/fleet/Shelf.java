package dev.sandboxed.serve.internal.e2b.fleet;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Ids;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/** The snapshots that were made through the service; they are deleted with it. */
public final class Shelf implements AutoCloseable {

    private final SandboxProvider provider;
    private final AtomicLong order = new AtomicLong();
    private final Map<Long, Saved> saved = new ConcurrentSkipListMap<>();

    Shelf(SandboxProvider provider) {
        this.provider = provider;
    }

    /**
     * A snapshot under the id that the service gives it.
     *
     * @param order grows from one to the next
     * @param name what its maker calls it, if anything
     * @param origin the sandbox it was made from
     */
    public record Saved(long order, String id, Optional<String> name, String origin, Snapshot snapshot) {

        boolean isCalled(String idOrName) {
            return id.equals(idOrName) || name.filter(idOrName::equals).isPresent();
        }
    }

    /**
     * Saves the files of a sandbox.
     *
     * @throws HttpError if the provider cannot, or the name is taken
     */
    public Saved save(Resident resident, Optional<String> name) throws HttpError {
        if (!provider.capabilities().has(Capability.SNAPSHOT)) {
            throw new HttpError(400, "provider '" + provider.name() + "' cannot make snapshots");
        }
        if (name.isPresent()
                && (name.get().equals(Fleet.BASE) || find(name.get()).isPresent())) {
            throw new HttpError(409, "there is a template or snapshot '" + name.get() + "' already");
        }
        Snapshot snapshot = Failures.answered(() -> resident.sandbox().snapshot(SnapshotOptions.ALL));
        Saved made = new Saved(order.incrementAndGet(), Ids.next(), name, resident.id(), snapshot);
        saved.put(made.order(), made);
        // The service pauses a sandbox while it saves it, which breaks every connection.
        resident.cutOff();
        return made;
    }

    Optional<Saved> find(String idOrName) {
        return saved.values().stream().filter(one -> one.isCalled(idOrName)).findFirst();
    }

    /** Lists all, oldest first. */
    public List<Saved> list() {
        return List.copyOf(saved.values());
    }

    /**
     * Deletes a snapshot.
     *
     * @throws HttpError if there is none with that id or name
     */
    public void delete(String idOrName) throws HttpError {
        Saved one = find(idOrName).orElseThrow(() -> Fleet.noTemplate(idOrName));
        if (saved.remove(one.order()) != null) {
            Failures.answered(() -> {
                provider.snapshots().delete(one.snapshot());
                return one;
            });
        }
    }

    @Override
    public void close() {
        for (Saved one : saved.values()) {
            provider.snapshots().delete(one.snapshot());
        }
        saved.clear();
    }
}
