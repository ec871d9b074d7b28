package dev.sandboxed.conformance.internal.archive;

import dev.sandboxed.conformance.internal.archive.TarBlocks.Header;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A small archive of a root file system that gets out by a single trick, for those who want to know which trick worked. It
 * reaches for a {@link WatchedTree}.
 */
public enum HostileImage {
    ROOT_IS_A_LINK("its root is a link"),
    ROOT_BECOMES_A_LINK("its root is a folder and then a link"),
    FOLDER_BECOMES_A_LINK("a folder becomes a link"),
    FILE_BEHIND_A_LINK("a file lies behind a link"),
    FILE_REPLACES_A_LINK("a file has the name of a link"),
    NAME_CLIMBS("a name climbs"),
    HARD_LINK("a file is another name of one of the host's"),
    HARD_LINK_CLIMBS("a file is, by a name that climbs, another name of one of the host's"),
    HARD_LINK_BEHIND_A_LINK("a file is, behind a link, another name of one of the host's");

    private static final String FOLDER = "b";
    private static final String FILE = "d";
    /** Deeper than images are unpacked; more of it climbs no higher than the top. */
    private static final int DEEP = 10;

    private final String trick;

    HostileImage(String trick) {
        this.trick = trick;
    }

    /** Returns what is wrong with it, as the end of a sentence. */
    public String trick() {
        return trick;
    }

    /** Returns the archive, not compressed, against a tree. */
    public byte[] against(WatchedTree tree) {
        String victim = tree.top().toString();
        String up = "../".repeat(DEEP) + victim.substring(1);
        Entries entries = new Entries().folder("bin");
        switch (this) {
            case ROOT_IS_A_LINK -> entries.link(".", victim).file("new").file(FOLDER + "/new");
            case ROOT_BECOMES_A_LINK ->
                entries.folder("./").link("./", victim).folder("./" + FOLDER).file("./new");
            case FOLDER_BECOMES_A_LINK ->
                entries.folder("x").folder("x/" + FOLDER).link("x", victim);
            case FILE_BEHIND_A_LINK -> entries.link("x", victim).file("x/new").file("x/" + FILE);
            case FILE_REPLACES_A_LINK -> entries.link("x", victim + "/" + FILE).file("x");
            case NAME_CLIMBS -> entries.file(up + "/new");
            case HARD_LINK -> entries.name("x", victim + "/" + FILE).file("x");
            case HARD_LINK_CLIMBS -> entries.name("x", up + "/" + FILE).file("x");
            case HARD_LINK_BEHIND_A_LINK ->
                entries.link("y", victim).name("x", "y/" + FILE).file("x");
        }
        return entries.tar.ended();
    }

    /** Writes entries with nothing special about them but their names and targets. */
    private static final class Entries {

        private static final int MODE = 0777;
        private static final byte[] CONTENT = "hostile".getBytes(StandardCharsets.US_ASCII);

        private final TarBlocks tar = new TarBlocks();

        Entries folder(String name) {
            return put(name, TarBlocks.FOLDER, "", new byte[0]);
        }

        Entries file(String name) {
            return put(name, TarBlocks.FILE, "", CONTENT);
        }

        Entries link(String name, String target) {
            return put(name, TarBlocks.LINK, target, new byte[0]);
        }

        /** Adds another name for a file. */
        Entries name(String name, String file) {
            return put(name, TarBlocks.HARD_LINK, file, new byte[0]);
        }

        private Entries put(String name, char type, String target, byte[] content) {
            Map<String, String> tooLong = new LinkedHashMap<>(Map.of("path", name, "linkpath", target));
            tooLong.values().removeIf(text -> text.length() <= TarBlocks.NAME_BYTES);
            if (!tooLong.isEmpty()) {
                tar.extended(TarBlocks.PAX, tooLong);
            }
            tar.entry(new Header(name, type, target, MODE, 0, content.length), content);
            return this;
        }
    }
}
