package dev.sandboxed.wire.internal;

/** The names that both sides of the contract use; {@code docs/http-openapi.json} says what each means. */
public final class Contract {

    /** The version of the contract; the first number is a part of every path. */
    public static final String VERSION = "1.0";

    /** What every path begins with. */
    public static final String ROOT = "/v1";

    /** The header with the secret that a client makes up for itself: its sandboxes are nobody else's. */
    public static final String CLIENT = "Sandboxed-Client";

    /** The content type of an answer that is a row of {@link Frame}s. */
    public static final String FRAMES = "application/vnd.sandboxed.frames";

    private Contract() {}
}
