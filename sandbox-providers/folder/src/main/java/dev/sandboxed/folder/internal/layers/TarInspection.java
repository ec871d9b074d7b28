package dev.sandboxed.folder.internal.layers;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * Looks through an archive before tar unpacks it, and refuses what our own packing never writes. So no name leads out of where
 * it belongs, no entry lies behind a link, and nothing comes twice; whoever unpacks it has nothing to decide.
 */
final class TarInspection {

    private static final int BUFFER = 1 << 16;
    private static final int FIRST_OF_GZIP = 0x1f;
    /** Attributes of a file can be this large, and its name is small beside them. */
    private static final long LARGEST_NOTES = 1 << 20;
    /** Each folder on the way to a file is remembered. */
    private static final int LONGEST_NAME = 8192;

    /** What is said of a file with holes, in the one of three ways that our tar uses; its own name is among it. */
    private static final String SPARSE_MAJOR = "GNU.sparse.major";

    private static final String SPARSE_NAME = "GNU.sparse.name";

    private static final Set<String> KNOWN_NOTES = Set.of(
            "path",
            "linkpath",
            "size",
            "uid",
            "gid",
            "mtime",
            "atime",
            "ctime",
            SPARSE_MAJOR,
            "GNU.sparse.minor",
            SPARSE_NAME,
            "GNU.sparse.realsize");
    private static final String ATTRIBUTE = "SCHILY.xattr.";

    private enum Kind {
        FOLDER,
        FILE,
        OTHER
    }

    private final Set<String> tops;
    private final Set<String> files;
    private final Map<String, Kind> seen = new HashMap<>();

    /**
     * Expects an archive.
     *
     * @param tops names of folders, beside which there may be no folder
     * @param files names of the only files that may lie beside them
     */
    TarInspection(Set<String> tops, Set<String> files) {
        this.tops = Set.copyOf(tops);
        this.files = Set.copyOf(files);
        tops.forEach(top -> seen.put(top, Kind.FOLDER));
    }

    /**
     * Looks through all of it.
     *
     * @throws IllegalArgumentException if there is anything in it that we never write
     * @throws IOException if it cannot be read, or ends too soon
     */
    void inspect(Path archive) throws IOException {
        try (InputStream plain = new BufferedInputStream(new FileInputStream(archive.toFile()), BUFFER)) {
            plain.mark(1);
            boolean compressed = plain.read() == FIRST_OF_GZIP;
            plain.reset();
            if (compressed) {
                try (InputStream unzipped = new BufferedInputStream(new GZIPInputStream(plain, BUFFER), BUFFER)) {
                    inspect(unzipped);
                }
            } else {
                inspect(plain);
            }
        }
    }

    private void inspect(InputStream archive) throws IOException {
        byte[] block = block(archive);
        while (!isEmpty(block)) {
            TarHeader header = TarHeader.parse(block);
            Map<String, String> notes = Map.of();
            if (header.type() == 'x') {
                notes = notes(archive, header);
                header = TarHeader.parse(block(archive));
            }
            long size = size(notes, header);
            accept(
                    header.type(),
                    name(notes, header),
                    notes.getOrDefault("linkpath", header.link()),
                    size,
                    header.hasDevice());
            archive.skipNBytes(padded(size));
            block = block(archive);
        }
        for (byte[] rest = archive.readNBytes(BUFFER); rest.length > 0; rest = archive.readNBytes(BUFFER)) {
            require(isEmpty(rest), "something follows its end");
        }
    }

    private static String name(Map<String, String> notes, TarHeader header) {
        String plain = notes.getOrDefault("path", header.name());
        if (notes.keySet().stream().noneMatch(note -> note.startsWith("GNU."))) {
            return plain;
        }
        require(
                notes.containsKey(SPARSE_NAME) && "1".equals(notes.get(SPARSE_MAJOR)) && header.type() == '0',
                "'" + plain + "' has holes, and not as our own packing writes them");
        return notes.getOrDefault(SPARSE_NAME, plain);
    }

    private static long size(Map<String, String> notes, TarHeader header) {
        String told = notes.get("size");
        require(told == null || told.matches("[0-9]{1,18}"), "an entry has no proper size");
        return told == null ? header.size() : Long.parseLong(told);
    }

    private static byte[] block(InputStream archive) throws IOException {
        byte[] block = archive.readNBytes(TarHeader.BLOCK);
        if (block.length < TarHeader.BLOCK) {
            throw new EOFException("it ends too soon");
        }
        return block;
    }

    private static boolean isEmpty(byte[] bytes) {
        for (byte each : bytes) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    private static long padded(long size) {
        return (size + TarHeader.BLOCK - 1) / TarHeader.BLOCK * TarHeader.BLOCK;
    }

    /** Reads what is to be known of the next entry: lines that begin with their own length. */
    private static Map<String, String> notes(InputStream archive, TarHeader header) throws IOException {
        require(header.size() <= LARGEST_NOTES, "an entry has too many attributes");
        byte[] bytes = archive.readNBytes((int) padded(header.size()));
        require(bytes.length == padded(header.size()), "it ends too soon");
        String text = new String(bytes, 0, (int) header.size(), StandardCharsets.ISO_8859_1);
        Map<String, String> notes = new HashMap<>();
        int at = 0;
        while (at < text.length()) {
            int space = text.indexOf(' ', at);
            require(space > at && text.substring(at, space).matches("[0-9]{1,8}"), "an attribute has no length");
            int end = at + Integer.parseInt(text.substring(at, space));
            int equal = text.indexOf('=', space);
            require(
                    equal > space && equal < end && end <= text.length() && text.charAt(end - 1) == '\n',
                    "an attribute has a wrong length");
            String name = text.substring(space + 1, equal);
            require(KNOWN_NOTES.contains(name) || name.startsWith(ATTRIBUTE), "there is an attribute '" + name + "'");
            require(notes.put(name, text.substring(equal + 1, end - 1)) == null, "an attribute comes twice");
            at = end;
        }
        return notes;
    }

    private void accept(char type, String written, String link, long size, boolean hasDevice) {
        require(written.length() <= LONGEST_NAME, "a name has " + written.length() + " bytes");
        boolean folder = type == '5';
        String name = folder && written.endsWith("/") ? written.substring(0, written.length() - 1) : written;
        requirePlace(name, type);
        require(type == '0' || size == 0, "only files have content, and '" + name + "' is none");
        Kind kind = switch (type) {
            case '0' -> Kind.FILE;
            case '1' -> {
                require(
                        seen.get(link) == Kind.FILE,
                        "'" + name + "' is the same file as '" + link + "', which has not come yet");
                yield Kind.FILE;
            }
            case '2' -> Kind.OTHER;
            case '3' -> {
                require(!hasDevice, "'" + name + "' is a device");
                yield Kind.OTHER;
            }
            case '5' -> Kind.FOLDER;
            default -> throw new IllegalArgumentException("'" + name + "' is of kind '" + type + "'");
        };
        Kind before = seen.put(name, kind);
        require(before == null || (before == Kind.FOLDER && folder), "'" + name + "' comes twice");
    }

    /** Where an entry lies there must be folders all the way, and none of them may become anything else later. */
    private void requirePlace(String name, char type) {
        require(name.indexOf('\0') < 0, "a name has no end");
        List<String> parts = new ArrayList<>(List.of(name.split("/", -1)));
        require(
                parts.stream().noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals("..")),
                "'" + name + "' leads elsewhere");
        require(
                parts.size() == 1 ? type == '0' && files.contains(name) : tops.contains(parts.get(0)),
                "'" + name + "' lies where nothing of a sandbox does");
        for (int end = name.indexOf('/'); end >= 0; end = name.indexOf('/', end + 1)) {
            Kind parent = seen.putIfAbsent(name.substring(0, end), Kind.FOLDER);
            require(parent == null || parent == Kind.FOLDER, "'" + name + "' lies in what is no folder");
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
