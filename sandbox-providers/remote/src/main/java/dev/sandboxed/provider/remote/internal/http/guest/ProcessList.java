package dev.sandboxed.provider.remote.internal.http.guest;

import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.ServiceClient;
import dev.sandboxed.wire.internal.ProcessWords;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The sandboxes of a service that only starts processes. It is asked for all of them where another is asked for one, or which are
 * still there.
 */
public record ProcessList(ServiceClient service) {

    private static final Demand LISTING = Demand.get("Listing the sandboxes of the service", "sandboxes");

    /** Returns those of all clients, and throws as {@link ServiceClient} does. */
    public List<ProcessWords.Sandbox> all(Duration limit) {
        return service.read(LISTING, null, limit, ProcessWords.All.class, all -> List.copyOf(all.sandboxes()));
    }

    /** Returns what they are called, and throws as {@link ServiceClient} does. */
    public Set<String> ids(Duration limit) {
        return all(limit).stream().map(ProcessWords.Sandbox::id).collect(Collectors.toSet());
    }
}
