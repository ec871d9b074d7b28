package dev.sandboxed.provider.microvm.internal.firecracker;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.provider.microvm.internal.machine.DeviceRates;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells a Firecracker how fast the devices of its machine are at most. */
final class RateLimits {

    /** What may pass is counted anew that often, and a second's worth may pass at once. */
    private static final long SECOND = 1000;

    private RateLimits() {}

    /**
     * Sets all limits of a machine that was started, those that there are none of included.
     *
     * @param linked whether it has a network device
     * @throws IOException if Firecracker does not answer
     */
    static void set(FirecrackerApi api, DeviceRates rates, boolean linked, Deadline deadline) throws IOException {
        for (String drive : List.of(Firecracker.IMAGE, Firecracker.CHANGES)) {
            api.patch(
                    "limiting the drive '" + drive + "'",
                    "/drives/" + drive,
                    Map.of("drive_id", drive, "rate_limiter", limiter(rates.drive())),
                    deadline);
        }
        if (linked) {
            Map<String, ?> limiter = limiter(rates.network());
            api.patch(
                    "limiting the network",
                    "/network-interfaces/" + Firecracker.LINK,
                    Map.of("iface_id", Firecracker.LINK, "rx_rate_limiter", limiter, "tx_rate_limiter", limiter),
                    deadline);
        }
    }

    /** What has no size is no limit; what is left out stays as it is. */
    private static Map<String, ?> limiter(Optional<DataSize> most) {
        long size = most.map(DataSize::bytes).orElse(0L);
        return Map.of("bandwidth", Map.of("size", size, "refill_time", size == 0 ? 0 : SECOND));
    }
}
