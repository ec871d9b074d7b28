package dev.sandboxed.serve.internal.e2b.files;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.files.FileEntry;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.serve.internal.connect.CallHeaders;
import dev.sandboxed.serve.internal.connect.ConnectCode;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.connect.EventStream;
import dev.sandboxed.serve.internal.connect.ProtoMessage;
import dev.sandboxed.serve.internal.web.Json;
import dev.sandboxed.serve.internal.web.Timers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Watches folders of one sandbox, for streams and for those who ask again and again. */
final class Watches {

    private static final int MOST = 64;

    private final SandboxFiles files;
    private final GuestPaths paths;
    private final Entries entries;
    /** Only this sandbox's own: a guest can stop what looks at its folders, and with it all looks that follow. */
    private final Timers timers = new Timers("watch", 1);

    private final AtomicLong lastId = new AtomicLong();
    private final Map<String, Kept> kept = new ConcurrentHashMap<>();
    private final Set<Watcher> streamed = ConcurrentHashMap.newKeySet();

    /**
     * A watcher that is asked again and again.
     *
     * @param entries how changes tell of their files; empty if they do not
     */
    private record Kept(Watcher watcher, Optional<Entries> entries) {}

    Watches(SandboxFiles files, GuestPaths paths, Entries entries) {
        this.files = files;
        this.paths = paths;
        this.entries = entries;
    }

    void stream(ProtoMessage message, CallHeaders headers, EventStream events) throws IOException {
        Watcher watcher = watch(message);
        streamed.add(watcher);
        try (watcher) {
            passOn(watcher, detail(message), headers, events);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConnectError(ConnectCode.UNAVAILABLE, "this server is being stopped");
        } finally {
            streamed.remove(watcher);
        }
    }

    private static void passOn(Watcher watcher, Optional<Entries> detail, CallHeaders headers, EventStream events)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        events.add(event("start", Json.object())).flush();
        while (true) {
            Duration left = headers.timeout()
                    .map(time -> time.minusNanos(System.nanoTime() - begin))
                    .orElse(headers.keepalive());
            if (left.isNegative()) {
                throw new ConnectError(ConnectCode.DEADLINE_EXCEEDED, "context deadline exceeded");
            }
            boolean patient = left.compareTo(headers.keepalive()) >= 0;
            List<FileChange> news = watcher.take(patient ? headers.keepalive() : left);
            if (news.isEmpty() && patient) {
                events.add(event("keepalive", Json.object()));
            }
            news.forEach(change -> events.add(event("filesystem", change.json(detail))));
            events.flush();
        }
    }

    /** Members of the event are members of the answer itself. */
    private static ObjectNode event(String name, ObjectNode content) {
        ObjectNode event = Json.object();
        event.set(name, content);
        return event;
    }

    ObjectNode create(ProtoMessage message) throws IOException {
        Watcher watcher = watch(message);
        String id = "w" + lastId.incrementAndGet();
        kept.put(id, new Kept(watcher, detail(message)));
        return Json.object().put("watcherId", id);
    }

    ObjectNode events(ProtoMessage message) throws ConnectError {
        String id = message.text("watcherId");
        Kept asked = Optional.ofNullable(kept.get(id)).orElseThrow(() -> unknown(id));
        ObjectNode answer = Json.object();
        asked.watcher().drain().forEach(change -> answer.withArray("events").add(change.json(asked.entries())));
        return answer;
    }

    ObjectNode remove(ProtoMessage message) throws ConnectError {
        String id = message.text("watcherId");
        Optional.ofNullable(kept.remove(id))
                .orElseThrow(() -> unknown(id))
                .watcher()
                .close();
        return Json.object();
    }

    private Watcher watch(ProtoMessage message) throws IOException {
        String given = message.text("path");
        boolean recursive = message.flag("recursive", false);
        if (kept.size() + streamed.size() >= MOST) {
            throw new ConnectError(
                    ConnectCode.RESOURCE_EXHAUSTED, "there are " + MOST + " watchers in this sandbox already");
        }
        return FileErrors.forCall(() -> {
            FileEntry folder = paths.followed(paths.resolve(given));
            if (!folder.isDirectory()) {
                throw ConnectError.invalid("path is not a directory: " + folder.path());
            }
            return Watcher.start(files, folder.path(), recursive, timers);
        });
    }

    private Optional<Entries> detail(ProtoMessage message) throws ConnectError {
        return message.flag("includeEntry", false) ? Optional.of(entries) : Optional.empty();
    }

    private static ConnectError unknown(String id) {
        return new ConnectError(ConnectCode.NOT_FOUND, "watcher with id " + id + " not found");
    }

    /** Breaks off all streams; those who ask again and again have no connection to lose. */
    void cutOff() {
        streamed.forEach(Watcher::close);
    }

    void close() {
        cutOff();
        kept.values().forEach(one -> one.watcher().close());
        timers.close();
    }
}
