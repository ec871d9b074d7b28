package dev.sandboxed.api.capability;

import dev.sandboxed.api.limit.DataSize;

/**
 * What a provider's host has to spare at the moment of asking.
 *
 * @param cpus processors not in use, in fractions
 * @param memory memory that could be given to new sandboxes
 * @param disk space where the provider keeps sandboxes
 * @param sandboxes how many more could be made of those that do little, as far as processes and memory allow
 */
public record Headroom(double cpus, DataSize memory, DataSize disk, int sandboxes) {}
