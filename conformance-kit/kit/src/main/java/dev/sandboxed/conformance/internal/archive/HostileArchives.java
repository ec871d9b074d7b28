package dev.sandboxed.conformance.internal.archive;

import dev.sandboxed.conformance.internal.archive.TarBlocks.Header;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes random archives that try to get out of wherever they are unpacked. The same seed always gives the same archive. For
 * authors of anything that unpacks: unpack thousands beside a {@link WatchedTree}, which must not change.
 *
 * <p>An archive has links to the victim and to each other, entries below links, several entries of one name and different
 * types, names that climb, are absolute, empty or no UTF-8, whiteouts, holes, devices, modes that run programs as their
 * owner, extended headers that contradict, sizes that are not true, or no end. It has 64 KiB at most, and no file in it
 * becomes larger than 1 MiB. Links lead to the victim, or three folders up at most: unpack in the room of the tree, and
 * nothing else of the host is in danger.
 *
 * @param victim what links lead to, absolute
 * @param targetPrefixes texts of which most targets of symbolic links have one before them, for formats that mark links
 * @param namePrefixes texts of which most names have one before them, for formats whose files lie in certain folders
 * @param orderly whether most archives have folders before what is in them, nothing twice, and few links that lead out, for
 *     formats that refuse all others at once
 */
public record HostileArchives(Path victim, List<String> targetPrefixes, List<String> namePrefixes, boolean orderly) {

    /** The size that no archive exceeds. */
    public static final int MOST_BYTES = 64 * 1024;

    private static final int MOST_ENTRIES = 24;
    private static final int MOST_CONTENT = 200;
    private static final int BLOCK = 512;
    private static final int DISORDER_IN = 4;
    private static final int ROOM_FOR_ONE = 4 * 1024;
    private static final int HOLE = 1 << 20;
    private static final long HUGE = 7L << 30;

    /**
     * Checks the victim.
     *
     * @throws IllegalArgumentException if it is not absolute
     */
    public HostileArchives {
        if (!victim.isAbsolute()) {
            throw new IllegalArgumentException("The victim '" + victim + "' is not an absolute path; links need one");
        }
        targetPrefixes = List.copyOf(targetPrefixes);
        namePrefixes = List.copyOf(namePrefixes);
    }

    /** Returns archives without marks that aim at a victim. */
    public static HostileArchives against(Path victim) {
        return new HostileArchives(victim.toAbsolutePath(), List.of(), List.of(), false);
    }

    /** Returns one that puts one of these before most targets of symbolic links. */
    public HostileArchives markingTargets(String... prefixes) {
        return new HostileArchives(victim, List.of(prefixes), namePrefixes, orderly);
    }

    /** Returns one that puts one of these before most names. */
    public HostileArchives below(String... prefixes) {
        return new HostileArchives(victim, targetPrefixes, List.of(prefixes), orderly);
    }

    /** Returns one that brings order into most archives. */
    public HostileArchives inOrder() {
        return new HostileArchives(victim, targetPrefixes, namePrefixes, true);
    }

    /** Returns a tar, not compressed. */
    public byte[] tar(long seed) {
        return tar(new Random(seed), MOST_BYTES);
    }

    /** Returns an image of one to three layers, as {@code docker save} writes them. The way to the layers is sound. */
    public byte[] image(long seed) {
        Random random = new Random(seed);
        int layers = 1 + random.nextInt(3);
        TarBlocks image = new TarBlocks();
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < layers; i++) {
            file(image, "layer-" + i + ".tar", tar(random, MOST_BYTES / 4));
            names.append(i == 0 ? "" : ", ").append("\"layer-").append(i).append(".tar\"");
        }
        file(image, "config.json", "{\"config\": {\"Env\": [\"PATH=/bin\"]}}".getBytes(StandardCharsets.UTF_8));
        String manifest = "[{\"Config\": \"config.json\", \"Layers\": [" + names + "]}]";
        file(image, "manifest.json", manifest.getBytes(StandardCharsets.UTF_8));
        return image.ended();
    }

    private static void file(TarBlocks tar, String name, byte[] content) {
        tar.entry(new Header(name, TarBlocks.FILE, "", 0644, 0, content.length), content);
    }

    private byte[] tar(Random random, int most) {
        Set<Oddity> oddities = Oddity.some(random);
        EntryOrder order = orderly && random.nextInt(DISORDER_IN) != 0 ? new EntryOrder() : null;
        HostileNames names = new HostileNames(random, this, oddities, order != null);
        TarBlocks tar = new TarBlocks();
        int entries = 1 + random.nextInt(1 + random.nextInt(MOST_ENTRIES));
        for (int i = 0; i < entries && tar.size() < most - ROOM_FOR_ONE; i++) {
            put(tar, random, names, oddities, order);
        }
        boolean broken = oddities.contains(Oddity.BROKEN);
        if (broken && random.nextBoolean()) {
            Header liar = new Header(names.name(), TarBlocks.FILE, "", 0644, 0, HUGE);
            return tar.entry(liar, new byte[0]).ended();
        }
        byte[] whole = tar.ended();
        return broken ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole;
    }

    private static void put(
            TarBlocks tar, Random random, HostileNames names, Set<Oddity> oddities, @Nullable EntryOrder order) {
        String drawn = names.name();
        String name = order == null ? drawn : order.free(drawn);
        char type = type(random, oddities);
        if (order != null) {
            order.before(name, type == TarBlocks.FOLDER)
                    .forEach(above ->
                            tar.entry(new Header(above, TarBlocks.FOLDER, "", mode(random), 0, 0), new byte[0]));
        }
        String target = type == TarBlocks.LINK ? names.target() : type == TarBlocks.HARD_LINK ? names.otherName() : "";
        byte[] content = type == TarBlocks.FILE ? content(random, oddities) : new byte[0];
        if (type == TarBlocks.FILE) {
            names.isFile(name);
        }
        extend(tar, random, new String[] {name, target}, names, oddities);
        Header header = new Header(name, type, target, mode(random), random.nextInt(Integer.MAX_VALUE), content.length);
        if (type == TarBlocks.GNU_SPARSE) {
            tar.sparse(header, random.nextInt(HOLE), HOLE, content);
        } else {
            tar.entry(header, content);
        }
    }

    /** Where there are holes, the content begins with a table of what lies between them, as one of the formats wants it. */
    private static byte[] content(Random random, Set<Oddity> oddities) {
        if (oddities.contains(Oddity.SPARSE)) {
            return Arrays.copyOf("1\n0\n3\n".getBytes(StandardCharsets.US_ASCII), BLOCK + 3);
        }
        byte[] content = new byte[random.nextInt(MOST_CONTENT)];
        random.nextBytes(content);
        return content;
    }

    /** Puts before an entry what makes up for texts that are too long, or contradicts it. */
    private static void extend(TarBlocks tar, Random random, String[] texts, HostileNames names, Set<Oddity> oddities) {
        Map<String, String> records = new LinkedHashMap<>();
        boolean gnu = random.nextBoolean();
        for (int i = 0; i < texts.length; i++) {
            if (texts[i].length() <= TarBlocks.NAME_BYTES) {
                continue;
            }
            if (gnu) {
                tar.longText(i == 0 ? TarBlocks.GNU_LONG_NAME : TarBlocks.GNU_LONG_TARGET, texts[i]);
            } else {
                records.put(i == 0 ? "path" : "linkpath", texts[i]);
            }
        }
        if (Oddity.OVERRIDING.happens(random, oddities)) {
            records.put(random.nextBoolean() ? "path" : "linkpath", names.target());
        }
        if (Oddity.SPARSE.happens(random, oddities)) {
            records.putAll(sparse(random, names));
        }
        if (!records.isEmpty()) {
            boolean forAll = Oddity.OVERRIDING.happens(random, oddities);
            tar.extended(forAll ? TarBlocks.PAX_OF_ALL : TarBlocks.PAX, records);
        }
    }

    private static Map<String, String> sparse(Random random, HostileNames names) {
        String size = Integer.toString(BLOCK + random.nextInt(HOLE - BLOCK));
        return switch (random.nextInt(3)) {
            case 0 -> Map.of("GNU.sparse.size", size, "GNU.sparse.numblocks", "0");
            case 1 -> Map.of("GNU.sparse.size", size, "GNU.sparse.map", "0,1", "GNU.sparse.name", names.name());
            default ->
                Map.of(
                        "GNU.sparse.major",
                        "1",
                        "GNU.sparse.minor",
                        "0",
                        "GNU.sparse.realsize",
                        size,
                        "GNU.sparse.name",
                        names.name());
        };
    }

    private static char type(Random random, Set<Oddity> oddities) {
        if (Oddity.DEVICES.happens(random, oddities)) {
            char[] rare = {TarBlocks.CHARACTER_DEVICE, TarBlocks.BLOCK_DEVICE, TarBlocks.PIPE, '7', 'Z', 'D', 'V'};
            return rare[random.nextInt(rare.length)];
        }
        if (Oddity.SPARSE.happens(random, oddities)) {
            return TarBlocks.GNU_SPARSE;
        }
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> TarBlocks.FOLDER;
            case 3, 4, 5 -> TarBlocks.LINK;
            case 6 -> TarBlocks.HARD_LINK;
            default -> TarBlocks.FILE;
        };
    }

    private static int mode(Random random) {
        int[] modes = {0777, 0644, 0, 04755, 02755, 06777, 01777, 0500, 07777};
        return modes[random.nextInt(modes.length)];
    }
}
