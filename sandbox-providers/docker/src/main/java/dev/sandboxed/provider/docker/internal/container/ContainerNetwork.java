package dev.sandboxed.provider.docker.internal.container;

/**
 * Where a container gets its network from.
 *
 * @param name which network of the engine it joins; {@code none} for none of them
 * @param hasRoom whether its network is a room of ours around it
 */
public record ContainerNetwork(String name, boolean hasRoom) {

    private static final String NONE_OF_ENGINE = "none";

    /** No network but loopback. */
    public static final ContainerNetwork NONE = new ContainerNetwork(NONE_OF_ENGINE, false);

    /** A room of its own, and no network of the engine. */
    public static final ContainerNetwork ROOM = new ContainerNetwork(NONE_OF_ENGINE, true);

    /** Returns a network of the engine, by its name or id. */
    public static ContainerNetwork ofEngine(String name) {
        return new ContainerNetwork(name, false);
    }

    /** Returns whether there is nothing but loopback. */
    boolean isNone() {
        return equals(NONE);
    }
}
