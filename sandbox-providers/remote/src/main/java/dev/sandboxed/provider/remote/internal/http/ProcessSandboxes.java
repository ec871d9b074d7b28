package dev.sandboxed.provider.remote.internal.http;

import dev.sandboxed.api.ReapReport;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.process.internal.owner.Ownership;
import dev.sandboxed.process.internal.owner.SandboxMetadata;
import dev.sandboxed.provider.remote.internal.http.guest.ProcessList;
import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.ServiceClient;
import dev.sandboxed.wire.internal.ProcessWords;
import dev.sandboxed.wire.internal.ProviderWords;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The sandboxes of a service that only starts processes. It is not told what labels, owners and times are: it keeps words with
 * each sandbox from which every client reads them.
 *
 * @param provider what the service told of what it makes them with
 */
record ProcessSandboxes(ServiceClient service, ProviderWords provider) {

    private static final ProcessWorld HERE = ProcessWorld.current();

    /**
     * Has one made. It is asked for once: nobody knows whether one whose answer is lost was made.
     *
     * @throws dev.sandboxed.api.error.SandboxException as {@link ServiceClient} does
     */
    SandboxInfo make(Creation creation, Ownership ownership) {
        SandboxMetadata metadata =
                new SandboxMetadata(creation.id(), ownership, creation.spec().labels());
        Demand demand = Demand.post("Making a sandbox", "sandboxes")
                .saying(new ProcessWords.NewSandbox(
                        creation.id(),
                        service.settings().provider().orElse(null),
                        metadata.written(),
                        ProcessWords.Spec.of(creation.spec())));
        return service.read(
                demand,
                creation.id(),
                creation.deadline().remaining(),
                ProcessWords.Sandbox.class,
                made -> info(made).orElseThrow(() -> new IllegalArgumentException("it has none of our words")));
    }

    /** What has none of our words is somebody else's. */
    private Optional<SandboxInfo> info(ProcessWords.Sandbox words) {
        return SandboxMetadata.read(words.owner())
                .map(metadata -> new SandboxInfo(
                        words.id(),
                        new SandboxInfo.RunsOn(
                                HttpProvider.NAME, provider.name() + " " + provider.version(), provider.level()),
                        words.nativeId(),
                        SandboxState.RUNNING,
                        metadata.ownership().owner(),
                        metadata.labels(),
                        metadata.ownership().created(),
                        Optional.ofNullable(metadata.ownership().expires())));
    }

    /** Returns what is known of those of all clients. */
    List<SandboxInfo> list() {
        return all().stream().flatMap(words -> info(words).stream()).toList();
    }

    private List<ProcessWords.Sandbox> all() {
        return new ProcessList(service).all(service.settings().requestTimeout());
    }

    /** Returns the ids of those that are there. */
    Set<String> alive(Duration limit) {
        return new ProcessList(service).ids(limit);
    }

    /**
     * Removes those whose owners have died on this machine. The service cannot look at processes, so it is told; of an owner
     * elsewhere nobody here can tell, and its lease does.
     */
    ReapReport reap() {
        List<String> orphans = all().stream()
                .filter(words -> SandboxMetadata.read(words.owner())
                        .map(SandboxMetadata::ownership)
                        .filter(known -> HERE.fateOf(known.owner(), known.world()) == ProcessWorld.Fate.DEAD)
                        .isPresent())
                .map(ProcessWords.Sandbox::id)
                .toList();
        if (!orphans.isEmpty()) {
            Demand demand = Demand.post("Removing what dead owners have left", "reap")
                    .saying(new ProcessWords.Orphans(orphans))
                    .repeatable();
            service.ask(demand, null, service.settings().requestTimeout());
        }
        return new ReapReport(orphans, List.of());
    }
}
