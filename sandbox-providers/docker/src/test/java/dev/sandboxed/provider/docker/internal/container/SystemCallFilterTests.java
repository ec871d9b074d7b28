package dev.sandboxed.provider.docker.internal.container;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SystemCallFilterTests {

    private static JsonNode filter;

    @BeforeAll
    static void readTheFilter() throws JsonProcessingException {
        filter = JsonMapper.builder().build().readTree(SystemCallFilter.option().substring("seccomp=".length()));
    }

    /** Returns whether a call is allowed, as the kernel decides; all numbers are octal. */
    private static boolean allows(String call) {
        String[] words = call.split(" ");
        long[] arguments = Arrays.stream(words)
                .skip(1)
                .mapToLong(word -> Long.parseLong(word, 8))
                .toArray();
        for (JsonNode rule : filter.path("syscalls")) {
            boolean named = contains(rule, words[0]);
            if (named && rule.path("action").asText().equals("SCMP_ACT_ALLOW") && holds(rule, arguments)) {
                return true;
            }
        }
        return false;
    }

    private static boolean contains(JsonNode rule, String name) {
        for (JsonNode each : rule.path("names")) {
            if (each.asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean holds(JsonNode rule, long[] arguments) {
        for (JsonNode condition : rule.path("args")) {
            long actual = arguments[condition.path("index").asInt()];
            long value = condition.path("value").asLong();
            boolean holds = switch (condition.path("op").asText()) {
                case "SCMP_CMP_EQ" -> actual == value;
                case "SCMP_CMP_NE" -> actual != value;
                case "SCMP_CMP_MASKED_EQ" ->
                    (actual & value) == condition.path("valueTwo").asLong();
                default -> throw new AssertionError(condition);
            };
            if (!holds) {
                return false;
            }
        }
        return true;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chmod 0 4755",
                "fchmod 3 2755",
                "fchmodat 0 0 6755",
                "fchmodat2 0 0 4000 0",
                "creat 0 4755",
                "open 0 102 4755",
                "openat 0 0 100 2755",
                "openat 0 0 20200002 6755",
                "mknod 0 104755 0",
                "mknodat 0 0 102755 0",
                "openat2 0 0 0 0",
                "io_uring_setup 1 0",
                "clone 2000000021 0",
                "clone3 0 0",
                "socket 50 1 0",
                "personality 40000",
                "mount 0 0 0 0 0",
                "a_call_of_next_year 0"
            })
    void whatCouldGiveRightsOnTheHostIsRefused(String call) {
        assertThat(allows(call)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "chmod 0 755",
                "chmod 0 1777",
                "fchmod 3 644",
                "fchmodat 0 0 700",
                "creat 0 644",
                "open 0 101 666",
                "openat 0 0 20200002 600",
                "mknod 0 10644 0",
                "clone 21 0",
                "clone 10100000 0",
                "socket 1 1 0",
                "socket 2 1 0",
                "personality 0",
                "read 0 0 0"
            })
    void whatProgramsDoIsAllowed(String call) {
        assertThat(allows(call)).isTrue();
    }

    /** Nobody looks at it then, and so it is whatever was in its register. */
    @Test
    void theModeOfAFileThatIsNotMadeDoesNotMatter() {
        assertThat(allows("open 0 2 7777")).isTrue();
        assertThat(allows("openat 0 0 0 6755")).isTrue();
    }

    @Test
    void noCallIsListedTwice() {
        Set<String> seen = new HashSet<>();
        filter.path("syscalls")
                .path(0)
                .path("names")
                .forEach(name ->
                        assertThat(seen.add(name.asText())).as(name.asText()).isTrue());
        assertThat(seen).hasSizeGreaterThan(300).doesNotContain("chmod", "open", "openat2", "mknod");
    }
}
