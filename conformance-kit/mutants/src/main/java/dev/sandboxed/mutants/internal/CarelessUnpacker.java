package dev.sandboxed.mutants.internal;

import dev.sandboxed.conformance.internal.host.Removal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** Unpacks archives with one fault, and refuses whatever the fault is not about. */
public final class CarelessUnpacker {

    private static final int BLOCK = 512;

    private final Blindness fault;
    private final Path root;
    private final Set<Path> folders = new HashSet<>();

    /** What it does not think of. */
    public enum Blindness {
        /** The root itself can become a link. */
        ROOT,
        /** What lies above a file can be a link. */
        PARENTS,
        /** What gets its mode at the end may have become something else. */
        MODES,
        /** What is written to can be a link. */
        LINKS,
        /** A name can climb. */
        CLIMBING,
        /** Another name of a file can be one of the host's. */
        HARD_LINKS
    }

    public CarelessUnpacker(Blindness fault, Path root) {
        this.fault = fault;
        this.root = root;
    }

    /**
     * Unpacks an archive into the root.
     *
     * @throws IOException if it asks for something dangerous that the fault is not about
     */
    public void unpack(Path archive) throws IOException {
        ByteBuffer tar = ByteBuffer.wrap(Files.readAllBytes(archive));
        while (tar.remaining() >= BLOCK && tar.get(tar.position()) != 0) {
            byte[] header = new byte[BLOCK];
            tar.get(header);
            byte[] content = new byte[Integer.parseInt(text(header, 124, 11), 8)];
            tar.get(content);
            tar.position(tar.position() + (BLOCK - content.length % BLOCK) % BLOCK);
            put(text(header, 0, 100), header[156], text(header, 157, 100), content);
        }
        if (fault == Blindness.MODES) {
            for (Path folder : folders) {
                Files.setPosixFilePermissions(folder, EnumSet.allOf(PosixFilePermission.class));
            }
        }
    }

    private static String text(byte[] header, int from, int length) {
        String field = new String(header, from, length, StandardCharsets.UTF_8);
        int end = field.indexOf('\0');
        return end < 0 ? field : field.substring(0, end);
    }

    private void put(String name, byte type, String target, byte[] content) throws IOException {
        Path place = root.resolve(name);
        refuse(name.contains("..") && fault != Blindness.CLIMBING, name);
        if (place.normalize().equals(root)) {
            refuse(type == '2' && fault != Blindness.ROOT, name);
            place = root;
        } else if (fault != Blindness.CLIMBING) {
            checkParents(place.normalize());
        }
        switch (type) {
            case '5' -> folders.add(Files.createDirectories(place));
            case '2' -> {
                Removal.of(place);
                Files.createSymbolicLink(place, Path.of(target));
            }
            case '1' -> {
                refuse(fault != Blindness.HARD_LINKS, name);
                Files.createLink(place, root.resolve(target).toRealPath());
            }
            default -> {
                if (fault != Blindness.LINKS && fault != Blindness.HARD_LINKS) {
                    Files.deleteIfExists(place);
                }
                Files.write(place, content);
            }
        }
    }

    private void checkParents(Path place) throws IOException {
        for (Path parent = place.getParent(); parent != null && !parent.equals(root); parent = parent.getParent()) {
            refuse(Files.isSymbolicLink(parent) && fault != Blindness.PARENTS, place.toString());
        }
    }

    private static void refuse(boolean dangerous, String name) throws IOException {
        if (dangerous) {
            throw new IOException("the entry '" + name + "' leads out of the image");
        }
    }
}
