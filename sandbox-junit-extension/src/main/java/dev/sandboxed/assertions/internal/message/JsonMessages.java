package dev.sandboxed.assertions.internal.message;

import dev.sandboxed.api.files.FileEntry;
import java.util.List;
import java.util.stream.Collectors;

/** What failing assertions on JSON say. */
public final class JsonMessages {

    private static final int MOST = 20;

    private JsonMessages() {}

    public static String shouldBeJson(FileEntry file, String reason) {
        return "Expecting " + FileMessages.the(file) + " to be JSON, but it is not: " + reason;
    }

    public static String shouldBeEqual(FileEntry file, List<String> differences) {
        String shown = differences.stream().limit(MOST).map(one -> "\n  " + one).collect(Collectors.joining());
        int more = differences.size() - MOST;
        return "Expecting " + FileMessages.the(file) + " to hold the given JSON, but it differs:" + shown
                + (more > 0 ? "\n  … and at " + more + " more places" : "");
    }

    public static String shouldHave(String pointer, FileEntry file, JsonContent json, MessageMask mask) {
        return "Expecting a value at " + pointer + " of the JSON in " + FileMessages.the(file) + ", but there is none: "
                + json.nearest(pointer, mask);
    }
}
