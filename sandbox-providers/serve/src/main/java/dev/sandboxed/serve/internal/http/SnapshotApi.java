package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotFilter;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.Routes;
import dev.sandboxed.wire.internal.Contract;
import dev.sandboxed.wire.internal.SnapshotWords;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Snapshots, which outlive their sandboxes and so are everybody's. Providers know the sandbox that one was made of by a name of
 * their own; what its client called it is kept as a tag that nobody sees.
 */
final class SnapshotApi {

    private static final String CALLED = "dev.sandboxed.http.sandbox=";

    private final Guests guests;

    SnapshotApi(Guests guests) {
        this.guests = guests;
    }

    /** Adds what it answers, in part below the path of a sandbox. */
    void addTo(Routes routes, String sandbox) {
        routes.on("POST", sandbox + "/snapshots", this::save)
                .on(
                        "GET",
                        Contract.ROOT + "/snapshots",
                        (exchange, none) -> HttpApi.answer(exchange, 200, new SnapshotWords.All(list())))
                .on("DELETE", Contract.ROOT + "/snapshots", (exchange, none) -> delete(exchange));
    }

    private void save(Exchange exchange, String id) throws IOException {
        Guest guest = guests.of(HttpApi.client(exchange), id);
        SnapshotOptions options =
                HttpApi.asked(exchange, SnapshotWords.Wish.class).options().tagged(CALLED + id);
        HttpApi.answer(exchange, 201, told(guest.sandbox().snapshot(options)));
    }

    private List<SnapshotWords> list() {
        return guests.providers().stream()
                .filter(provider -> provider.capabilities().has(Capability.SNAPSHOT))
                .flatMap(provider -> provider.snapshots().list(SnapshotFilter.ANY).stream())
                .filter(snapshot -> called(snapshot).isPresent())
                .sorted(Comparator.comparing(Snapshot::created))
                .map(SnapshotApi::told)
                .toList();
    }

    private void delete(Exchange exchange) throws IOException {
        SnapshotWords words = HttpApi.asked(exchange, SnapshotWords.class);
        SandboxProvider provider = guests.provider(words.provider());
        provider.snapshots().delete(words.snapshot());
        exchange.answer(204);
    }

    private static Optional<String> called(Snapshot snapshot) {
        return snapshot.tags().stream().filter(tag -> tag.startsWith(CALLED)).findFirst();
    }

    private static SnapshotWords told(Snapshot snapshot) {
        Set<String> tags =
                snapshot.tags().stream().filter(tag -> !tag.startsWith(CALLED)).collect(Collectors.toSet());
        String sandbox = called(snapshot)
                .map(tag -> tag.substring(CALLED.length()))
                .orElse(snapshot.origin().sandbox());
        return SnapshotWords.of(new Snapshot(
                snapshot.id(),
                new Snapshot.Origin(
                        snapshot.origin().provider(), snapshot.origin().version(), sandbox),
                snapshot.created(),
                tags,
                snapshot.size(),
                snapshot.fileCount(),
                snapshot.checksum(),
                snapshot.memory()));
    }
}
