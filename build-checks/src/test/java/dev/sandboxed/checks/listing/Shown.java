package dev.sandboxed.checks.listing;

import java.util.Iterator;
import java.util.List;

/** A type that users would see, for the test of the listing. */
public abstract class Shown<T extends Number> implements Iterable<T> {

    public static final int MOST = 1;

    int unseen;

    protected Shown() {}

    public List<T> all(String name) {
        return secret(name);
    }

    @Override
    public abstract Iterator<T> iterator();

    private List<T> secret(String name) {
        unseen = name.length();
        return List.of();
    }

    /** Nobody outside sees it, though its member is public. */
    static final class Hidden {
        public static final int MOST = 1;
    }
}
