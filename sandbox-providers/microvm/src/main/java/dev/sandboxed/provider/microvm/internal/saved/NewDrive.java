package dev.sandboxed.provider.microvm.internal.saved;

import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.provider.microvm.internal.drive.MadeOnce;

/**
 * The drive that a machine writes to which boots.
 *
 * @param size how much it takes
 * @param maker makes it
 */
public record NewDrive(DataSize size, MadeOnce.Maker maker) {}
