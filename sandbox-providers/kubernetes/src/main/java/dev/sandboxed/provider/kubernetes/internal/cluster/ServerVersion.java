package dev.sandboxed.provider.kubernetes.internal.cluster;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an API server says it is.
 *
 * @param text such as {@code v1.34.4}, with whatever a vendor has added
 */
public record ServerVersion(String text) {

    /** The first that lets the input of a process be ended while its outputs stay open, without a switch of its own. */
    private static final int FIRST = 30;

    private static final Pattern WRITTEN = Pattern.compile("v?1\\.([0-9]{1,4})\\b.*");

    /** Returns whether it is certain that commands cannot be run there as they should be. */
    public boolean isTooOld() {
        Matcher matcher = WRITTEN.matcher(text);
        return matcher.matches() && Integer.parseInt(matcher.group(1)) < FIRST;
    }
}
