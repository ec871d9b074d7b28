package dev.sandboxed.wire.internal;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files to be written at once.
 *
 * @param files each with its content, in their order
 */
public record FilesWords(List<Content> files) {

    /**
     * One of them.
     *
     * @param path where it is to be
     * @param content what it holds, as Base64
     */
    public record Content(String path, String content) {}

    public static FilesWords of(Map<String, byte[]> contents) {
        return new FilesWords(contents.entrySet().stream()
                .map(one -> new Content(one.getKey(), Base64.getEncoder().encodeToString(one.getValue())))
                .toList());
    }

    /**
     * Returns what each file is to hold, by its path.
     *
     * @throws IllegalArgumentException if something is missing, is not Base64, or a path comes twice
     */
    public Map<String, byte[]> contents() {
        Words.require("files", files);
        Map<String, byte[]> contents = new LinkedHashMap<>();
        for (Content one : files) {
            Words.require("path", one.path());
            Words.require("content", one.content());
            if (contents.put(one.path(), Base64.getDecoder().decode(one.content())) != null) {
                throw new IllegalArgumentException(
                        "'path' must be another one for each file, but '" + one.path() + "' comes twice");
            }
        }
        return contents;
    }
}
