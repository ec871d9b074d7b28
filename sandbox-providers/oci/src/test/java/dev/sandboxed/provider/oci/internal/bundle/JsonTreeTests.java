package dev.sandboxed.provider.oci.internal.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTreeTests {

    @TempDir
    Path folder;

    private Path written(Object value) throws IOException {
        Path file = folder.resolve("file.json");
        JsonTree.write(file, value);
        return file;
    }

    @Test
    void valuesAreWrittenAsTheyAre() throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("text", "a");
        map.put("number", 1L << 40);
        map.put("truth", true);
        map.put("list", List.of(1, "b", Map.of("c", List.of())));

        assertThat(written(map))
                .hasContent("{\"text\":\"a\",\"number\":1099511627776,\"truth\":true,\"list\":[1,\"b\",{\"c\":[]}]}");
    }

    @Test
    void whatWouldEndATextIsEscaped() throws IOException {
        assertThat(written("a\"b\\c\nd\u0001\u00e4")).hasContent("\"a\\\"b\\\\c\\nd\\u0001\u00e4\"");
    }
}
