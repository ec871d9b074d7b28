package dev.sandboxed.linux.internal.files;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Names of files as the bytes that they are, each held in one character. Java decodes and encodes names with the encoding of
 * the user's locale, which changes those that are not text in it, and refuses to name them again; as a part of an address it
 * takes and gives any byte.
 */
public final class ByteNames {

    private static final String TOP = "file:///";
    private static final int MOST_ASCII = 0x7f;
    private static final int MOST_BYTE = 0xff;

    private ByteNames() {}

    /** Writes a text as the bytes that it has in UTF-8. */
    public static String ofText(String text) {
        return isAscii(text) ? text : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Reads the bytes as UTF-8, for people and patterns; what is no text is replaced. */
    public static String toText(String bytes) {
        return isAscii(bytes) ? bytes : new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    /** Returns the bytes of a path, which is one name, or relative or absolute. */
    public static String of(Path path) {
        String text = path.toString();
        if (isAscii(text)) {
            return text;
        }
        List<String> names = new ArrayList<>();
        path.forEach(name -> names.add(ofName(name)));
        return (path.isAbsolute() ? "/" : "") + String.join("/", names);
    }

    /**
     * Creates a path of bytes, relative or absolute.
     *
     * @throws InvalidPathException if a character is no byte, or a NUL
     */
    public static Path path(String bytes) {
        if (isAscii(bytes)) {
            return Path.of(bytes);
        }
        Path path = Path.of(bytes.startsWith("/") ? "/" : "");
        for (String name : bytes.split("/")) {
            path = name.isEmpty() ? path : path.resolve(isAscii(name) ? Path.of(name) : unusual(bytes, name));
        }
        return path;
    }

    /** An address needs a whole path, and ends with a slash if there happens to be a folder. */
    private static String ofName(Path name) {
        String text = name.toString();
        if (isAscii(text)) {
            return text;
        }
        String address = Path.of("/").resolve(name).toUri().getRawPath();
        String encoded = address.substring(1, address.length() - (address.endsWith("/") ? 1 : 0));
        return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.ISO_8859_1);
    }

    private static Path unusual(String whole, String name) {
        StringBuilder address = new StringBuilder(TOP);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == 0 || c > MOST_BYTE) {
                throw new InvalidPathException(toText(whole), "it has a character that no file name has");
            }
            address.append(String.format(Locale.ROOT, "%%%02x", (int) c));
        }
        return Path.of(URI.create(address.toString())).getFileName();
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c <= MOST_ASCII);
    }
}
