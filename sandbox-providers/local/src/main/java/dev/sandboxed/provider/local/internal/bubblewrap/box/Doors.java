package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.linux.internal.files.NamedPipes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The ways into one box: a door has a number and three named pipes, and is used once. */
public final class Doors {

    /** What is longer is read quicker by a program than by a shell, which takes one byte after the other. */
    private static final int LONGEST_LINE = 4096;

    private static final String ALL_OF = "eval \"$(head -c %d)\"\n";

    private final Path folder;
    private final AtomicInteger count = new AtomicInteger();
    private final Map<Integer, PipeChannel> opened = new ConcurrentHashMap<>();

    public Doors(BoxFolder folder) {
        this.folder = folder.doors();
    }

    /** Nothing could be started at a door: whoever waits there is told by the end of the outputs. */
    void refused(int door) {
        PipeChannel channel = opened.get(door);
        if (channel != null) {
            channel.letGo();
        }
    }

    /** The box has ended, so nobody comes to any door any more. */
    void shut() {
        opened.keySet().forEach(this::refused);
    }

    /** Where nobody reads, there is nobody at the door, which is told by the end of the outputs. */
    private static void send(PipeChannel channel, byte[] line) {
        try {
            channel.input().write(line);
        } catch (IOException refused) {
            channel.letGo();
        }
    }

    /**
     * Has a process started.
     *
     * @param shell one line of shell that becomes it
     * @throws IOException if no pipes can be made or opened
     */
    PipeChannel open(Box box, String shell) throws IOException {
        int door = count.incrementAndGet();
        List<Path> names = Stream.of(".in", ".out", ".err")
                .map(end -> folder.resolve(door + end))
                .toList();
        NamedPipes.make(names);
        PipeChannel channel = new PipeChannel(names, () -> opened.remove(door));
        opened.put(door, channel);
        boolean asked = false;
        byte[] line = (shell + "\n").getBytes(StandardCharsets.UTF_8);
        boolean isLong = line.length > LONGEST_LINE;
        try {
            // A pipe takes only so much before somebody reads it.
            channel.input().write(isLong ? ALL_OF.formatted(line.length).getBytes(StandardCharsets.UTF_8) : line);
            box.ask(door);
            asked = true;
        } finally {
            if (!asked) {
                channel.close();
            }
        }
        if (!box.isAlive()) {
            channel.letGo();
        }
        if (isLong) {
            send(channel, line);
        }
        return channel;
    }
}
