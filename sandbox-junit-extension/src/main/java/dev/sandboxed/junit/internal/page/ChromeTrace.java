package dev.sandboxed.junit.internal.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes a report in the trace event format, which Perfetto and chrome://tracing open: a process for each JVM, in it a thread for
 * each thread of tests, and lanes for sandboxes and their commands.
 */
final class ChromeTrace {

    private final ArrayNode events = JsonNodeFactory.instance.arrayNode();
    private final int pid;
    private final double offset;
    private final Map<String, Integer> threads = new HashMap<>();

    private ChromeTrace(int pid, double offset) {
        this.pid = pid;
        this.offset = offset;
    }

    static ObjectNode of(JsonNode report) {
        ObjectNode trace = JsonNodeFactory.instance.objectNode();
        trace.put("displayTimeUnit", "ms");
        ArrayNode all = trace.putArray("traceEvents");
        JsonNode runs = report.path("runs");
        for (int i = 0; i < runs.size(); i++) {
            all.addAll(new ChromeTrace(i + 1, millisBetween(runs.path(0), runs.path(i))).events(runs.path(i)));
        }
        return trace;
    }

    private static double millisBetween(JsonNode first, JsonNode run) {
        return Duration.between(
                                Instant.parse(first.path("begun").asText()),
                                Instant.parse(run.path("begun").asText()))
                        .toNanos()
                / 1e6;
    }

    private ArrayNode events(JsonNode run) {
        name("process_name", 0, "JVM " + run.path("process").path("pid").asLong());
        for (JsonNode test : run.path("tests")) {
            if (test.path("kind").asText().equals("test") && test.has("began") && test.has("millis")) {
                double began = test.path("began").asDouble();
                event(
                        thread("tests on " + test.path("thread").asText()),
                        test.path("name").asText(),
                        "test," + test.path("status").asText(),
                        began,
                        began + test.path("millis").asDouble());
            }
        }
        Lanes lives = new Lanes();
        Lanes commands = new Lanes();
        for (JsonNode sandbox : run.path("sandboxes")) {
            life(sandbox, lives, run.path("millis").asDouble());
            for (JsonNode command : sandbox.path("commands")) {
                double began = command.path("began").asDouble();
                double ended = began + command.path("millis").asDouble();
                event(
                        thread("commands " + commands.place(began, ended)),
                        command.path("command").asText(),
                        "command",
                        began,
                        ended);
            }
        }
        return events;
    }

    /** One event from phase to phase: being made, waiting to be used, used, being destroyed. */
    private void life(JsonNode sandbox, Lanes lanes, double endOfRun) {
        String[] moments = {"creating", "ready", "claimed", "released", "destroyed"};
        String[] phases = {"making", "waiting", "used", "destroying"};
        JsonNode life = sandbox.path("life");
        double began = life.path("creating").asDouble(endOfRun);
        int thread =
                thread("sandboxes " + lanes.place(began, life.path("destroyed").asDouble(endOfRun)));
        String name = sandbox.path("id").asText();
        for (int from = 0; from < phases.length; from++) {
            if (life.has(moments[from])) {
                int to = from + 1;
                while (to < moments.length && !life.has(moments[to])) {
                    to++;
                }
                double until =
                        to == moments.length ? endOfRun : life.path(moments[to]).asDouble();
                event(
                        thread,
                        phases[from] + " " + name,
                        "sandbox",
                        life.path(moments[from]).asDouble(),
                        until);
            }
        }
    }

    private void event(int thread, String name, String category, double began, double ended) {
        ObjectNode event = events.addObject();
        event.put("ph", "X").put("name", name).put("cat", category);
        event.put("pid", pid).put("tid", thread);
        event.put("ts", micros(offset + began)).put("dur", micros(Math.max(0, ended - began)));
    }

    private int thread(String name) {
        Integer known = threads.get(name);
        if (known != null) {
            return known;
        }
        int number = threads.size() + 1;
        threads.put(name, number);
        name("thread_name", number, name);
        return number;
    }

    private void name(String what, int thread, String name) {
        ObjectNode event = events.addObject();
        event.put("ph", "M").put("name", what).put("pid", pid).put("tid", thread);
        event.putObject("args").put("name", name);
    }

    private static long micros(double millis) {
        return Math.round(millis * 1000);
    }
}
