package dev.sandboxed.provider.docker.internal.image;

import com.github.dockerjava.api.model.ResponseItem;
import dev.sandboxed.api.limit.DataSize;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Turns the hundreds of lines per second that a pull tells into a line now and then. */
final class PullProgress implements Consumer<ResponseItem> {

    private static final long PAUSE = Duration.ofSeconds(2).toNanos();

    private final String image;
    private final Consumer<String> lines;
    private final LongSupplier nanos;
    private final Map<String, Layer> layers = new HashMap<>();
    private long nextLine;

    /** How far the download of a layer is. */
    private record Layer(long done, long size) {}

    PullProgress(String image, Consumer<String> lines, LongSupplier nanos) {
        this.image = image;
        this.lines = lines;
        this.nanos = nanos;
        this.nextLine = nanos.getAsLong() + PAUSE;
    }

    @Override
    public void accept(ResponseItem item) {
        String status = item.getStatus();
        if (status == null) {
            return;
        }
        if (item.getId() == null) {
            lines.accept("Pulling " + image + ": " + status);
            return;
        }
        ResponseItem.ProgressDetail detail = item.getProgressDetail();
        if (status.equals("Downloading")
                && detail != null
                && detail.getCurrent() != null
                && detail.getTotal() != null) {
            layers.put(item.getId(), new Layer(detail.getCurrent(), detail.getTotal()));
        } else if (status.equals("Download complete")) {
            layers.computeIfPresent(item.getId(), (id, layer) -> new Layer(layer.size(), layer.size()));
        }
        if (nanos.getAsLong() - nextLine >= 0) {
            nextLine = nanos.getAsLong() + PAUSE;
            lines.accept(summary(status));
        }
    }

    private String summary(String status) {
        long done = layers.values().stream().mapToLong(Layer::done).sum();
        long size = layers.values().stream().mapToLong(Layer::size).sum();
        return size == 0
                ? "Pulling " + image + ": " + status
                : "Pulling " + image + ": " + DataSize.ofBytes(done) + " of " + DataSize.ofBytes(size);
    }
}
