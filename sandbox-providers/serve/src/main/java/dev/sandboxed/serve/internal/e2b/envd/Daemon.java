package dev.sandboxed.serve.internal.e2b.envd;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.serve.internal.e2b.files.FileServices;
import dev.sandboxed.serve.internal.e2b.fleet.Fleet;
import dev.sandboxed.serve.internal.e2b.fleet.Measurement;
import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.e2b.process.Callers;
import dev.sandboxed.serve.internal.e2b.process.ProcessService;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.HttpError;
import dev.sandboxed.serve.internal.web.Json;
import dev.sandboxed.serve.internal.web.Timers;
import java.io.IOException;
import java.util.Set;

/** The daemon of one sandbox. */
final class Daemon {

    /** Those that anybody may ask for, or that look at the token themselves. */
    private static final Set<String> OPEN = Set.of("/health", "/files");

    private static final String PROCESS = "/process.Process/";
    private static final String FILESYSTEM = "/filesystem.Filesystem/";

    private final Resident resident;
    private final FileServices files;
    private final ProcessService processes;

    Daemon(Resident resident, Fleet fleet, Timers timers) {
        this.resident = resident;
        Callers callers =
                new Callers(resident.sandbox(), fleet.provider().capabilities().has(Capability.USER));
        this.files = new FileServices(resident, callers, fleet.rules().largestFile());
        this.processes = new ProcessService(resident.sandbox(), callers, files::resolve, timers);
        resident.whenCutOff(processes::cutOff);
    }

    void serve(Exchange exchange) throws IOException {
        String path = exchange.path();
        if (!OPEN.contains(path)
                && !resident.isToken(exchange.header("X-Access-Token").orElse(""))) {
            throw new HttpError(
                    401, "unauthorized access, please provide a valid access token or method signing if supported");
        }
        boolean known;
        if (path.startsWith(PROCESS)) {
            known = processes.serve(path.substring(PROCESS.length()), exchange);
        } else if (path.startsWith(FILESYSTEM)) {
            known = files.serve(path.substring(FILESYSTEM.length()), exchange);
        } else {
            known = serveOther(path, exchange);
        }
        if (!known) {
            throw new HttpError(404, "no such path: " + path);
        }
    }

    private boolean serveOther(String path, Exchange exchange) throws IOException {
        switch (path) {
            case "/health" -> {
                require("GET", exchange);
                exchange.with("Cache-Control", "no-store").answer(204);
            }
            case "/envs" -> {
                require("GET", exchange);
                ObjectNode env = Json.object();
                resident.sandbox().spec().env().forEach(env::put);
                exchange.with("Cache-Control", "no-store").answer(200, env);
            }
            case "/metrics" -> {
                require("GET", exchange);
                exchange.with("Cache-Control", "no-store").answer(200, metrics());
            }
            case "/files" -> files.transfer(exchange);
            case "/files/compose" -> {
                require("POST", exchange);
                files.compose(exchange);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private ObjectNode metrics() throws HttpError {
        Measurement now = Measurement.of(resident)
                .orElseThrow(() -> new HttpError(500, "what this sandbox uses cannot be measured"));
        return Json.object()
                .put("ts", now.at().getEpochSecond())
                .put("cpu_count", now.cpus())
                .put("cpu_used_pct", now.cpuPercent())
                .put("mem_total", now.memoryLimit())
                .put("mem_used", now.memory())
                .put("mem_cache", 0)
                .put("mem_total_mib", now.memoryLimit() >> 20)
                .put("mem_used_mib", now.memory() >> 20)
                .put("disk_used", now.disk())
                .put("disk_total", now.diskLimit());
    }

    private static void require(String method, Exchange exchange) throws HttpError {
        if (!exchange.method().equals(method)) {
            exchange.with("Allow", method);
            throw new HttpError(405, "the method " + exchange.method() + " is not allowed here");
        }
    }
}
