package dev.sandboxed.api.capability;

import dev.sandboxed.api.limit.DataSize;

/**
 * What a provider's host has to spare at the moment of asking.
 *
 * @param cpus processors not in use, in fractions
 * @param memory memory that could be given to new sandboxes
 * @param disk space where the provider keeps sandboxes
 */
public record Headroom(double cpus, DataSize memory, DataSize disk) {}
