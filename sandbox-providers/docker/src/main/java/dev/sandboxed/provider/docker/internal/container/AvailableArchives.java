package dev.sandboxed.provider.docker.internal.container;

import dev.sandboxed.guest.files.GuestArchives;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Archives that are made and unpacked inside where the image has what that needs, since the engine takes several times as
 * long for many small files, and ten times as long for a single one; all other images leave it to the engine.
 */
public final class AvailableArchives implements GuestArchives {

    private final GuestArchives inside;
    private final GuestArchives engine;
    private final BooleanSupplier possibleInside;
    private volatile @Nullable GuestArchives chosen;

    /**
     * Chooses when they are needed first.
     *
     * @param possibleInside asks the guest; called once, or once each by those who need them first at the same time
     */
    public AvailableArchives(GuestArchives inside, GuestArchives engine, BooleanSupplier possibleInside) {
        this.inside = inside;
        this.engine = engine;
        this.possibleInside = possibleInside;
    }

    @Override
    public InputStream fetch(String path) throws IOException {
        return chosen().fetch(path);
    }

    @Override
    public void store(String directory, InputStream tar) throws IOException {
        chosen().store(directory, tar);
    }

    private GuestArchives chosen() {
        GuestArchives known = chosen;
        if (known == null) {
            known = possibleInside.getAsBoolean() ? inside : engine;
            chosen = known;
        }
        return known;
    }
}
