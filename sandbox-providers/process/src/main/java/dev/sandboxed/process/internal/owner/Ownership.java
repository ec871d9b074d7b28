package dev.sandboxed.process.internal.owner;

import dev.sandboxed.api.Owner;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import dev.sandboxed.linux.internal.proc.ProcessWorld.Fate;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whose a sandbox is, and until when: what decides whether somebody else may remove it.
 *
 * <p>The living are asked for, and the clock plays no part in that. Of an owner that cannot be asked for, because it is in another
 * container or on another machine, only the clock can tell: what it left is removed when its time to live is up, or, if it
 * has none, when it has reached an age that no test does.
 *
 * @param world where process ids of the owner are valid
 * @param owner the process that the sandbox dies with
 * @param created when the sandbox was made
 * @param expires when its time to live ends, if it has one
 */
public record Ownership(
        ProcessWorld world,
        Owner owner,
        Instant created,
        @Nullable Instant expires) {

    /** The setting of every provider that says how old a sandbox may become whose owner nobody can look at. */
    public static final String SETTING = "reapAfter";

    private static final String WORLD = "dev.sandboxed.world";
    private static final String PID = "dev.sandboxed.owner.pid";
    private static final String START = "dev.sandboxed.owner.start";
    private static final String CREATED = "dev.sandboxed.created";
    private static final String EXPIRES = "dev.sandboxed.expires";

    private static final Duration USUAL = Duration.ofHours(24);

    /** Clocks differ, and whoever made it is the first to remove it. */
    private static final Duration COURTESY = Duration.ofMinutes(1);

    /**
     * Reads how old a sandbox may become whose owner nobody can look at.
     *
     * @param settings those of the provider
     * @throws IllegalArgumentException if it is no duration
     */
    public static Duration bound(Map<String, String> settings) {
        String text = settings.getOrDefault(SETTING, "").strip().toLowerCase(Locale.ROOT);
        if (text.isEmpty()) {
            return USUAL;
        }
        try {
            Duration bound = Duration.parse((text.endsWith("d") ? "P" : "PT") + text);
            if (bound.isZero() || bound.isNegative()) {
                throw new IllegalArgumentException("'" + text + "' for '" + SETTING + "' would remove what others use");
            }
            return bound;
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' for '" + SETTING + "' is no duration; write one such as 90m, 24h or 7d", e);
        }
    }

    /** Returns it as words that a service keeps with the sandbox. */
    public Map<String, String> written() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put(WORLD, world.written());
        words.put(PID, String.valueOf(owner.pid()));
        words.put(START, owner.start());
        words.put(CREATED, created.toString());
        if (expires != null) {
            words.put(EXPIRES, expires.toString());
        }
        return words;
    }

    /**
     * Reads what {@link #written} gave, among whatever else is there.
     *
     * @throws IllegalArgumentException if it was written by somebody else: one is missing or cannot be understood
     */
    public static Ownership read(Map<String, String> words) {
        // What was made from a snapshot has it from there, and empty, unless it has its own.
        String expires = words.getOrDefault(EXPIRES, "");
        try {
            return new Ownership(
                    ProcessWorld.read(required(words, WORLD)),
                    new Owner(Long.parseLong(required(words, PID)), required(words, START)),
                    Instant.parse(required(words, CREATED)),
                    expires.isEmpty() ? null : Instant.parse(expires));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("No time: " + e.getMessage(), e);
        }
    }

    /**
     * Returns one of the words that a service keeps with a sandbox.
     *
     * @throws IllegalArgumentException if it is missing
     */
    public static String required(Map<String, String> words, String name) {
        String value = words.get(name);
        if (value == null) {
            throw new IllegalArgumentException("'" + name + "' is missing");
        }
        return value;
    }

    /** Returns whether the owner certainly lives. */
    public boolean isKept(ProcessWorld here) {
        return here.fateOf(owner, world) == Fate.ALIVE;
    }

    /**
     * Returns whether nobody will ever remove it but whoever asks.
     *
     * @param here where it is asked
     * @param now when
     * @param bound how old it may become if its owner cannot be looked at from here
     */
    public boolean isOrphaned(ProcessWorld here, Instant now, Duration bound) {
        return switch (here.fateOf(owner, world)) {
            case ALIVE -> false;
            case DEAD -> true;
            case UNKNOWN -> now.isAfter(expires == null ? created.plus(bound) : expires.plus(COURTESY));
        };
    }
}
