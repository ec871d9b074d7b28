package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.process.internal.output.ByteFeed;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the first process reads: numbers, each on a line of its own. It has no end as long as the box lives. */
final class DoorNumbers implements ByteFeed {

    private final Queue<Integer> waiting = new ConcurrentLinkedQueue<>();

    void add(int door) {
        waiting.add(door);
    }

    @Override
    public int fill(ByteBuffer buffer) {
        Integer door = waiting.poll();
        if (door == null) {
            return 0;
        }
        byte[] line = (door + "\n").getBytes(StandardCharsets.US_ASCII);
        buffer.put(line);
        return line.length;
    }

    @Override
    public void close() {
        waiting.clear();
    }
}
