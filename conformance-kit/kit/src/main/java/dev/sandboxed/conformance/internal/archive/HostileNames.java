package dev.sandboxed.conformance.internal.archive;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Draws names and targets of entries. There are few different ones, so that entries get into each other's way. */
final class HostileNames {

    private static final List<String> USUAL = WatchedTree.NAMES;
    private static final List<String> WHITEOUTS = List.of(".wh.a", ".wh.b", ".wh..wh..opq", ".wh.", ".wh..", ".wh...");
    private static final List<String> OTHER_BYTES = List.of("\u00ff", "a\u00e4\u0080", "\u00c3\u00a4");
    private static final int LONG = 120;
    private static final int MOST_PARTS = 4;
    private static final int LEADS_OUT_IN = 8;

    private final Random random;
    private final HostileArchives given;
    private final Set<Oddity> oddities;
    private final boolean orderly;
    private final List<String> drawn = new ArrayList<>();
    private final List<String> files = new ArrayList<>();

    HostileNames(Random random, HostileArchives given, Set<Oddity> oddities, boolean orderly) {
        this.random = random;
        this.given = given;
        this.oddities = oddities;
        this.orderly = orderly;
    }

    /** Draws the name of an entry, often one that was there before or lies below it. */
    String name() {
        String name = random.nextInt(4) == 0 && !drawn.isEmpty() ? belowAnother() : prefix() + path();
        drawn.add(name);
        return name;
    }

    /**
     * Draws what a symbolic link leads to. Never the host's root: whoever falls for an archive must ruin nothing but
     * the tree that is watched.
     */
    String target() {
        if (orderly && random.nextInt(LEADS_OUT_IN) != 0) {
            return path();
        }
        String victim = bytes(given.victim());
        String below = random.nextBoolean() ? "" : "/" + one(USUAL);
        String target = switch (random.nextInt(8)) {
            case 0, 1, 2 -> victim + below;
            case 3 -> "../".repeat(1 + random.nextInt(40)) + victim.substring(1) + below;
            case 4 -> "../".repeat(1 + random.nextInt(6)) + one(USUAL);
            case 5 -> one(List.of(".", "..", "/", "./.", "a/..", "//"));
            default -> path();
        };
        return given.targetPrefixes().isEmpty() || random.nextInt(20) == 0
                ? target
                : one(given.targetPrefixes()) + target;
    }

    /** Remembers that a name is one of a file. */
    void isFile(String name) {
        files.add(name);
    }

    /** Draws the other name of a hard link, mostly one of a file. */
    String otherName() {
        return switch (random.nextInt(12)) {
            case 0 -> bytes(given.victim()) + "/" + one(USUAL);
            case 1 -> prefix() + path();
            case 2 -> drawn.isEmpty() ? path() : one(drawn);
            default -> files.isEmpty() ? path() : one(files);
        };
    }

    private String belowAnother() {
        String other = one(drawn);
        return random.nextBoolean() ? other : other + "/" + part();
    }

    private String prefix() {
        return given.namePrefixes().isEmpty() || random.nextInt(20) == 0 ? "" : one(given.namePrefixes());
    }

    private String path() {
        StringBuilder path = new StringBuilder(odd(Oddity.ABSOLUTE) ? "/" : odd(Oddity.DOTS) ? "./" : "");
        if (odd(Oddity.DOTS)) {
            return path + one(List.of(".", "", "./", "/", "./.", "//"));
        }
        int parts = 1 + random.nextInt(random.nextInt(MOST_PARTS) + 1);
        for (int i = 0; i < parts; i++) {
            path.append(i == 0 ? "" : odd(Oddity.DOTS) ? "//" : "/").append(part());
        }
        return path + (odd(Oddity.DOTS) ? "/" : "");
    }

    private String part() {
        if (odd(Oddity.CLIMBING)) {
            return "..";
        }
        if (odd(Oddity.DOTS)) {
            return ".";
        }
        if (odd(Oddity.WHITEOUTS)) {
            return one(WHITEOUTS);
        }
        if (odd(Oddity.OTHER_BYTES)) {
            return one(OTHER_BYTES);
        }
        return odd(Oddity.LONG_NAMES) ? one(USUAL).repeat(LONG) : one(USUAL);
    }

    private boolean odd(Oddity oddity) {
        return oddity.happens(random, oddities);
    }

    private String one(List<String> several) {
        return several.get(random.nextInt(several.size()));
    }

    private static String bytes(Path path) {
        return new String(path.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
