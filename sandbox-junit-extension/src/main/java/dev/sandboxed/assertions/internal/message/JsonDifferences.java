package dev.sandboxed.assertions.internal.message;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares two JSON values. Objects are equal whatever the order of their members, arrays only in the same order, numbers
 * whenever they have the same value: {@code 1} is {@code 1.0}.
 */
final class JsonDifferences {

    private static final int LONGEST = 200;

    private final List<String> found = new ArrayList<>();

    private final MessageMask mask;

    private JsonDifferences(MessageMask mask) {
        this.mask = mask;
    }

    static List<String> between(JsonNode expected, JsonNode actual, MessageMask mask) {
        JsonDifferences differences = new JsonDifferences(mask);
        differences.compare("", expected, actual);
        return differences.found;
    }

    static String place(String pointer) {
        return pointer.isEmpty() ? "the root" : pointer;
    }

    /** Writes a value; secrets are masked before it is cut. */
    static String shown(JsonNode node, MessageMask mask) {
        String text = mask.apply(node.toString());
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    private void compare(String at, JsonNode expected, JsonNode actual) {
        if (expected.isObject() && actual.isObject()) {
            compareMembers(at, expected, actual);
        } else if (expected.isArray() && actual.isArray()) {
            compareElements(at, expected, actual);
        } else if (!areEqual(expected, actual)) {
            found.add("at " + place(at) + ": expected " + shown(expected, mask) + ", but was " + shown(actual, mask));
        }
    }

    private void compareMembers(String at, JsonNode expected, JsonNode actual) {
        Set<String> names = new LinkedHashSet<>();
        expected.fieldNames().forEachRemaining(names::add);
        actual.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            String below = at + "/" + name.replace("~", "~0").replace("/", "~1");
            compareOptional(below, expected.path(name), actual.path(name));
        }
    }

    private void compareElements(String at, JsonNode expected, JsonNode actual) {
        for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
            compareOptional(at + "/" + i, expected.path(i), actual.path(i));
        }
    }

    private void compareOptional(String at, JsonNode expected, JsonNode actual) {
        if (actual.isMissingNode()) {
            found.add("at " + at + ": expected " + shown(expected, mask) + ", but there is nothing");
        } else if (expected.isMissingNode()) {
            found.add("at " + at + ": expected nothing, but there is " + shown(actual, mask));
        } else {
            compare(at, expected, actual);
        }
    }

    private static boolean areEqual(JsonNode expected, JsonNode actual) {
        boolean areNumbers = expected.isNumber() && actual.isNumber();
        return areNumbers ? expected.decimalValue().compareTo(actual.decimalValue()) == 0 : expected.equals(actual);
    }
}
