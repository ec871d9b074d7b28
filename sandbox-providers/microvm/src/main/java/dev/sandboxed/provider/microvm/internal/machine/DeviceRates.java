package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.limit.DataSize;
import java.util.Optional;

/**
 * How fast the devices of a sandbox's machine are at most. A machine that is only saved is as fast as the host: others begin as
 * copies of it, whose sandboxes ask for something else.
 *
 * @param drive how much each drive reads and writes in a second; empty for as much as it can
 * @param network how much its network device receives and how much it sends in a second; empty for as much as it can
 */
public record DeviceRates(Optional<DataSize> drive, Optional<DataSize> network) {

    /** As fast as the host. */
    public static final DeviceRates UNLIMITED = new DeviceRates(Optional.empty(), Optional.empty());
}
