package dev.sandboxed.serve.internal.e2b.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.serve.internal.e2b.fleet.Fleet;
import dev.sandboxed.serve.internal.e2b.fleet.Shelf.Saved;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.Json;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Answers requests about snapshots. */
final class SnapshotApi {

    private final Fleet fleet;

    SnapshotApi(Fleet fleet) {
        this.fleet = fleet;
    }

    void create(Exchange exchange, String id) throws IOException {
        Optional<String> name = Body.ofOptional(exchange).text("name");
        exchange.answer(201, json(fleet.shelf().save(fleet.get(id), name)));
    }

    void list(Exchange exchange) throws IOException {
        Optional<String> origin = exchange.query("sandboxID");
        Optional<String> name = exchange.query("name");
        List<Saved> wanted = fleet.shelf().list().stream()
                .filter(one -> origin.map(one.origin()::equals).orElse(true))
                .filter(one -> name.isEmpty() || one.name().equals(name))
                .toList();
        Page.of(exchange, false)
                .answer(exchange, wanted, one -> String.format(Locale.ROOT, "%019d", one.order()), SnapshotApi::json);
    }

    void delete(Exchange exchange, String id) throws IOException {
        fleet.shelf().delete(id);
        exchange.answer(204);
    }

    private static ObjectNode json(Saved saved) {
        ObjectNode json = Json.object().put("snapshotID", saved.id());
        saved.name().ifPresent(json.putArray("names")::add);
        return json;
    }
}
