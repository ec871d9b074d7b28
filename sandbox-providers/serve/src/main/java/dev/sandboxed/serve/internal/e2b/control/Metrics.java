package dev.sandboxed.serve.internal.e2b.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.serve.internal.e2b.fleet.Measurement;
import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.web.Json;
import java.util.Optional;

/** What sandboxes use, as the interface shows it. */
final class Metrics {

    private Metrics() {}

    /** Measures now; empty where the provider cannot. */
    static Optional<ObjectNode> of(Resident resident) {
        return Measurement.of(resident)
                .map(now -> Json.object()
                        .put("timestamp", now.at().toString())
                        .put("timestampUnix", now.at().getEpochSecond())
                        .put("cpuCount", now.cpus())
                        .put("cpuUsedPct", now.cpuPercent())
                        .put("memUsed", now.memory())
                        .put("memTotal", now.memoryLimit())
                        .put("memCache", 0)
                        .put("diskUsed", now.disk())
                        .put("diskTotal", now.diskLimit()));
    }
}
