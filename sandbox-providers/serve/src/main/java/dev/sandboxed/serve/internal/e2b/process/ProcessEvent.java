package dev.sandboxed.serve.internal.e2b.process;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.serve.internal.connect.ConnectError;
import dev.sandboxed.serve.internal.web.Json;

/** Something that whoever listens to a process is told. */
sealed interface ProcessEvent {

    /** It runs under this number. */
    record Started(int pid) implements ProcessEvent {}

    /** It wrote something. */
    final class Data implements ProcessEvent {
        private final Source source;
        private final byte[] bytes;

        /** Holds the bytes themselves: whoever makes one gives them away. */
        Data(Source source, byte[] bytes) {
            this.source = source;
            this.bytes = bytes;
        }
    }

    /** It ended. */
    record Ended(Ending ending) implements ProcessEvent {}

    /** It could not be started after all, which some providers find out only then. */
    record Failed(ConnectError error) implements ProcessEvent {}

    /** Its time was up. */
    enum Expired implements ProcessEvent {
        /** The only one. */
        INSTANCE
    }

    /** Its sandbox is gone or paused. */
    enum Lost implements ProcessEvent {
        /** The only one. */
        INSTANCE
    }

    /** Where output came from, by its name on the wire. */
    enum Source {
        /** Standard output. */
        STDOUT("stdout"),
        /** Standard error. */
        STDERR("stderr"),
        /** A terminal. */
        PTY("pty");

        private final String written;

        Source(String written) {
            this.written = written;
        }
    }

    static ObjectNode keepalive() {
        return wrapped("keepalive", Json.object());
    }

    static ObjectNode json(Started started) {
        return wrapped("start", Json.object().put("pid", started.pid()));
    }

    static ObjectNode json(Data data) {
        return wrapped("data", Json.object().put(data.source.written, data.bytes));
    }

    /** What has its default value is left out, as protocol buffers do. */
    static ObjectNode json(Ended ended) {
        Ending ending = ended.ending();
        boolean exited = ending.signal().isEmpty();
        ObjectNode end = Json.object();
        int code = exited ? ending.exitCode() : -1;
        if (code != 0) {
            end.put("exitCode", code);
        }
        if (exited) {
            end.put("exited", true);
        }
        String status = exited
                ? "exit status " + code
                : "signal: " + SignalNames.of(ending.signal().orElseThrow());
        end.put("status", status);
        if (code != 0) {
            end.put("error", status);
        }
        return wrapped("end", end);
    }

    private static ObjectNode wrapped(String name, ObjectNode content) {
        ObjectNode event = Json.object();
        event.putObject("event").set(name, content);
        return event;
    }
}
