package dev.sandboxed.serve.internal.e2b.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.limit.Limits;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.serve.internal.e2b.fleet.Measurement;
import dev.sandboxed.serve.internal.e2b.fleet.Phase;
import dev.sandboxed.serve.internal.e2b.fleet.Resident;
import dev.sandboxed.serve.internal.web.Json;

/**
 * Sandboxes as the interface shows them.
 *
 * @param envdVersion the version of the daemon that clients are told
 */
record SandboxJson(String envdVersion) {

    private static final String CLIENT = "local";

    /** What whoever creates, connects or resumes is told. */
    ObjectNode access(Resident resident) {
        return identity(resident).put("envdAccessToken", resident.token());
    }

    /** What a list shows. */
    ObjectNode listed(Resident resident) {
        Limits limits = resident.sandbox().spec().limits();
        ObjectNode json = identity(resident)
                .put("startedAt", resident.startedAt().toString())
                .put("endAt", resident.endAt().toString())
                .put("cpuCount", Measurement.cpus(limits))
                .put("memoryMB", Measurement.memory(limits).bytes() >> 20)
                .put("diskSizeMB", Measurement.disk(limits).bytes() >> 20)
                .put("state", isPaused(resident) ? "paused" : "running");
        resident.wish().metadata().forEach(json.putObject("metadata")::put);
        return json;
    }

    /** All that is known. */
    ObjectNode detail(Resident resident) {
        ObjectNode json = listed(resident).put("envdAccessToken", resident.token());
        resident.sandbox().spec().network().ifPresent(policy -> {
            json.put("allowInternetAccess", policy.network() != Network.NONE);
            policy.allowedHosts().stream()
                    .sorted()
                    .forEach(host ->
                            json.withObject("/network").withArray("allowOut").add(host));
        });
        json.putObject("lifecycle")
                .put("autoResume", resident.wish().resumesOnRequest())
                .put("onTimeout", resident.wish().pausesAtEnd() ? "pause" : "kill");
        return json;
    }

    /** One that is on its way is shown as paused. */
    static boolean isPaused(Resident resident) {
        return resident.phase() == Phase.PAUSED || resident.phase() == Phase.PAUSING;
    }

    private ObjectNode identity(Resident resident) {
        return Json.object()
                .put("templateID", resident.wish().template())
                .put("sandboxID", resident.id())
                .put("clientID", CLIENT)
                .put("envdVersion", envdVersion);
    }
}
