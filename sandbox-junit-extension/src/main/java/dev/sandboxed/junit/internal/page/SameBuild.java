package dev.sandboxed.junit.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.Set;

/**
 * Says which runs share a page: those of the same build. A daemon of Gradle and an IDE start the runs of many builds: there, a
 * test that comes again in another JVM begins a new page.
 */
final class SameBuild {

    private SameBuild() {}

    /** Returns whether an earlier run stays in the page to which one is added. */
    static boolean isOf(JsonNode earlier, JsonNode added) {
        if (!earlier.path("build").asText().equals(added.path("build").asText("?"))) {
            return false;
        }
        boolean sameJvm =
                earlier.path("process").toString().equals(added.path("process").toString());
        return sameJvm || !endedBefore(earlier, added) || !repeats(earlier, added);
    }

    private static boolean endedBefore(JsonNode earlier, JsonNode added) {
        try {
            Instant ended = Instant.parse(earlier.path("begun").asText())
                    .plus(Duration.ofMillis(earlier.path("millis").asLong()));
            return ended.isBefore(Instant.parse(added.path("begun").asText()));
        } catch (DateTimeParseException e) {
            return true;
        }
    }

    private static boolean repeats(JsonNode earlier, JsonNode added) {
        Set<String> before = new HashSet<>();
        earlier.path("tests").forEach(test -> before.add(idOf(test)));
        for (JsonNode test : added.path("tests")) {
            if (test.path("kind").asText().equals("test") && before.contains(idOf(test))) {
                return true;
            }
        }
        return false;
    }

    private static String idOf(JsonNode test) {
        return test.path("uniqueId").asText();
    }
}
