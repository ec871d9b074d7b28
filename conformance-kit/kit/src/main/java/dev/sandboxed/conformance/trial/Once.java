package dev.sandboxed.conformance.trial;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Computes something when it is first asked for. One that fails is tried again by the next who asks. */
final class Once<T> implements Supplier<T> {

    private final Supplier<T> source;
    private @Nullable T value;

    Once(Supplier<T> source) {
        this.source = source;
    }

    @Override
    public synchronized T get() {
        T known = value;
        if (known == null) {
            known = source.get();
            value = known;
        }
        return known;
    }
}
