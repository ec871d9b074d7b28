package dev.sandboxed.gradle.functional;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A file of {@code samples/ci}.
 *
 * @param path where it lies there
 * @param content what it says
 */
record CiFile(String path, Map<String, Object> content) {

    private static final String WRAPPER = "./gradlew ";

    /** Reads all files below a folder; a key that comes twice is an error. */
    static Stream<CiFile> in(String folder) {
        Sample sample = Sample.of("ci");
        LoadSettings strict =
                LoadSettings.builder().setAllowDuplicateKeys(false).build();
        return sample.files().stream()
                .filter(path -> path.startsWith(folder) && path.endsWith(".yml"))
                .map(path -> new CiFile(path, map(new Load(strict).loadFromString(sample.text(path)))));
    }

    /** Returns what is below a key, which must be a map. */
    Map<String, Object> map(String key) {
        return map(content.get(key));
    }

    @SuppressWarnings("unchecked") // all keys of YAML that is used here are texts
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    static List<Map<String, Object>> maps(Object value) {
        return ((List<?>) value).stream().map(CiFile::map).toList();
    }

    /** Returns the arguments of every call of the wrapper. */
    List<List<String>> builds() {
        return texts(content)
                .flatMap(String::lines)
                .filter(line -> line.startsWith(WRAPPER))
                .map(line -> List.of(line.substring(WRAPPER.length()).strip().split(" +")))
                .toList();
    }

    private static Stream<String> texts(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.values().stream().flatMap(CiFile::texts);
        }
        return value instanceof List<?> list ? list.stream().flatMap(CiFile::texts) : Stream.of(String.valueOf(value));
    }

    @Override
    public String toString() {
        return path;
    }
}
