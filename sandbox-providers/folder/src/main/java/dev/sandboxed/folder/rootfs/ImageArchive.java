package dev.sandboxed.folder.rootfs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.folder.internal.tar.StrangeTar;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarFile;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;

/**
 * A tar of the host that is a root file system, or holds the layers of one, as {@code docker save} writes them.
 *
 * @param file the tar, which is not compressed
 */
record ImageArchive(Path file) {

    private static final String MANIFEST = "manifest.json";
    /** An image has some files for each layer, and a few hundred layers at most. */
    private static final int MOST_OF_AN_IMAGE = 10_000;

    private static final int LONGEST_JSON = 16 * 1024 * 1024;
    private static final JsonMapper JSON = new JsonMapper();

    /**
     * Unpacks it.
     *
     * @return the variables that an image gives to commands
     * @throws IOException if it is damaged or would leave the root; the message continues a sentence about it
     */
    Map<String, String> unpack(LayerUnpacker unpacker) throws IOException {
        if (!hasManifest()) {
            return unpackAlone(unpacker);
        }
        try (TarFile tar = new TarFile(file)) {
            Map<String, TarArchiveEntry> entries = new HashMap<>();
            tar.getEntries().forEach(entry -> entries.put(entry.getName(), entry));
            JsonNode manifest = json(tar, entries, MANIFEST).path(0);
            // A root file system may have a file of that name too, but hardly one that says the same.
            if (!manifest.path("Layers").isArray() || !manifest.path("Config").isTextual()) {
                return unpackAlone(unpacker);
            }
            for (JsonNode layer : manifest.path("Layers")) {
                try (InputStream content = plain(open(tar, entries, layer.asText()))) {
                    unpacker.unpack(content);
                }
            }
            return environment(tar, entries, manifest);
        }
    }

    private Map<String, String> unpackAlone(LayerUnpacker unpacker) throws IOException {
        try (InputStream whole = new BufferedInputStream(Files.newInputStream(file))) {
            unpacker.unpackAlone(whole);
        }
        return Map.of();
    }

    /** Looks entry by entry, since whoever opens the file of a whole system at any place keeps all its entries in memory. */
    private boolean hasManifest() throws IOException {
        boolean found = false;
        int entries = 0;
        try (StrangeTar tar = new StrangeTar(new BufferedInputStream(Files.newInputStream(file)), UTF_8)) {
            for (TarArchiveEntry entry = tar.next(); entry != null; entry = tar.next()) {
                entries++;
                found |= entry.getName().equals(MANIFEST) && entry.isFile();
                if (entry.isSparse() || entries > MOST_OF_AN_IMAGE) {
                    // A root file system may have that, and is looked at when it is unpacked.
                    return false;
                }
            }
        }
        return found;
    }

    private static Map<String, String> environment(TarFile tar, Map<String, TarArchiveEntry> entries, JsonNode manifest)
            throws IOException {
        Map<String, String> env = new LinkedHashMap<>();
        JsonNode config = json(tar, entries, manifest.path("Config").asText());
        for (JsonNode variable : config.path("config").path("Env")) {
            String[] parts = variable.asText().split("=", 2);
            if (parts.length == 2 && !parts[0].isEmpty() && variable.asText().indexOf('\0') < 0) {
                env.put(parts[0], parts[1]);
            }
        }
        return env;
    }

    private static JsonNode json(TarFile tar, Map<String, TarArchiveEntry> entries, String name) throws IOException {
        try (InputStream content = open(tar, entries, name)) {
            return JSON.readTree(content.readNBytes(LONGEST_JSON));
        }
    }

    /** Older engines save a layer that an image has twice as a link to the first. */
    private static InputStream open(TarFile tar, Map<String, TarArchiveEntry> entries, String name) throws IOException {
        TarArchiveEntry entry = entries.get(name);
        if (entry != null && entry.isSymbolicLink()) {
            entry = entries.get(beside(name, entry.getLinkName()));
        }
        if (entry == null || !entry.isFile()) {
            throw new IOException("it says that it holds '" + name + "', and does not");
        }
        return tar.getInputStream(entry);
    }

    /** Resolves the text of a link; archives may say what cannot be a path. */
    private static String beside(String name, String target) {
        Deque<String> parts = new ArrayDeque<>();
        for (String part : (name.substring(0, name.lastIndexOf('/') + 1) + target).split("/")) {
            if (part.equals("..")) {
                parts.pollLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.addLast(part);
            }
        }
        return String.join("/", parts);
    }

    /**
     * Undos the compression with gzip, if there is any.
     *
     * @throws IOException if it is compressed in another way
     */
    static InputStream plain(InputStream content) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(content);
        buffered.mark(4);
        byte[] magic = buffered.readNBytes(4);
        buffered.reset();
        if (magic.length >= 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b) {
            return GzipCompressorInputStream.builder()
                    .setInputStream(buffered)
                    .setDecompressConcatenated(true)
                    .get();
        }
        if (magic.length == 4 && magic[0] == 0x28 && magic[1] == (byte) 0xb5 && magic[2] == 0x2f) {
            throw new IOException("it is compressed with zstd, and only gzip is known here");
        }
        return buffered;
    }
}
