package dev.sandboxed.folder.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTreeTests {

    private static String written(Object value) throws IOException {
        return new String(JsonTree.bytes(value), StandardCharsets.UTF_8);
    }

    @Test
    void valuesAreWrittenAsTheyAre() throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("text", "a");
        map.put("number", 1L << 40);
        map.put("truth", true);
        map.put("list", List.of(1, "b", Map.of("c", List.of())));

        assertThat(written(map))
                .isEqualTo("{\"text\":\"a\",\"number\":1099511627776,\"truth\":true,\"list\":[1,\"b\",{\"c\":[]}]}");
    }

    @Test
    void whatWouldEndATextIsEscaped() throws IOException {
        assertThat(written("a\"b\\c\nd\u0001\u00e4")).isEqualTo("\"a\\\"b\\\\c\\nd\\u0001\u00e4\"");
    }

    private record Point(int x, @Nullable String name, List<Point> others) {}

    @Test
    void aRecordIsAnObjectOfItsComponents() throws IOException {
        assertThat(written(new Point(1, "a", List.of(new Point(2, null, List.of())))))
                .isEqualTo("{\"x\":1,\"name\":\"a\",\"others\":[{\"x\":2,\"name\":null,\"others\":[]}]}");
    }
}
