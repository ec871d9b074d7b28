package dev.sandboxed.provider.remote.internal.e2b.envd;

import java.util.Arrays;

/** What a daemon can do depends on when its template was built. One that tells no version is taken for a new one. */
public record DaemonVersion(String text) {

    private static final int[] NONE = {0};
    /** Since when the input of a command can be ended, which nothing works without. */
    private static final int[] WITH_END_OF_INPUT = {0, 5, 2};
    /** Since when a file may come that is no part of a form. */
    private static final int[] WITH_BARE_FILES = {0, 5, 7};

    /** Returns whether the input of a command can be ended. */
    public boolean endsInput() {
        return isAtLeast(WITH_END_OF_INPUT);
    }

    /** Returns whether it takes a file as it is. */
    boolean takesBareFiles() {
        return isAtLeast(WITH_BARE_FILES);
    }

    private boolean isAtLeast(int[] other) {
        int[] numbers = Arrays.stream(text.split("[^0-9]+"))
                .filter(number -> !number.isEmpty() && number.length() < 10)
                .mapToInt(Integer::parseInt)
                .toArray();
        return numbers.length == 0 || Arrays.equals(numbers, NONE) || Arrays.compare(numbers, other) >= 0;
    }
}
