package dev.sandboxed.provider.remote.internal.e2b.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.error.SandboxNotFoundException;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.error.SandboxTransportException;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.provider.remote.internal.e2b.settings.ServiceSettings;
import dev.sandboxed.provider.remote.internal.wire.Answer;
import dev.sandboxed.provider.remote.internal.wire.Json;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import dev.sandboxed.provider.remote.internal.wire.Wire.Repeat;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * Makes, finds and ends sandboxes. Every method throws
 * <ul>
 *   <li>{@link dev.sandboxed.api.error.ProviderUnavailableException} without a key, with a wrong one, or when the team may have no
 *       more sandboxes at once,
 *   <li>{@link dev.sandboxed.api.error.SandboxTransportException} when nobody answers in time, the service fails, or it wants
 *       fewer requests.
 * </ul>
 */
public final class ControlApi {

    private static final int PAGE = 100;
    /** More pages than anybody has sandboxes: a service that always names a next one must not keep us for ever. */
    private static final int MOST_PAGES = 1000;

    private static final Duration TO_TELL = Duration.ofSeconds(5);
    /** In which time a list shows what was made when no answer came; commands stand still meanwhile. */
    private static final Duration TO_SHOW = Duration.ofSeconds(3);

    private static final Duration AGAIN = Duration.ofMillis(300);

    private static final String NEXT = "X-Next-Token";

    private final ServiceSettings settings;
    private final Wire wire;
    private final ControlFaults faults;

    public ControlApi(String provider, ServiceSettings settings, Wire wire) {
        this.settings = settings;
        this.wire = wire;
        this.faults = new ControlFaults(provider, settings.api());
    }

    /**
     * Makes a sandbox. An answer that was lost is asked for again with the same key, so that there is never a second sandbox.
     *
     * @param key names this creation among all: 1 to 255 small letters, digits and dashes
     * @throws SandboxStartException if the service refuses what is asked for, a template that it does not know for example
     */
    public Placed create(Order order, String key, Duration limit) {
        String what = "Making an E2B sandbox of template '" + order.template() + "'";
        Answer answer = post(what, "v2/sandboxes", order.written(), key, limit);
        if (isUnknownPath(answer)) {
            // A service of that age need not know what the key is for.
            answer = ask(what, posted("sandboxes", order.written().put("secure", true), key), limit, Repeat.NEVER);
        }
        if (answer.status() == 404) {
            throw new SandboxStartException(faults.fault(what + " came to nothing: " + answer.told())
                    .remedy("name a template of the team with the option or setting 'template'"));
        }
        return placed(what, answer);
    }

    /** An older service has no second version of this; a newer one says in its own words what is missing. */
    private static boolean isUnknownPath(Answer answer) {
        return answer.status() == 405
                || (answer.status() == 404 && !answer.message().contains("'"));
    }

    /**
     * Resumes a sandbox that is held; one that runs only lives longer.
     *
     * @throws SandboxNotFoundException if there is none with that id
     */
    public Placed connect(String id, Duration lifetime) {
        String what = "Resuming the E2B sandbox " + id;
        ObjectNode body = Json.message().put("timeout", Order.seconds(lifetime));
        Answer answer = post(what, "v2/sandboxes/" + id + "/connect", body, null, settings.requestTimeout());
        if (answer.status() == 404 && !answer.message().contains(id)) {
            answer = post(what, "sandboxes/" + id + "/connect", body, null, settings.requestTimeout());
        }
        return placed(what, answer);
    }

    /**
     * Holds a sandbox, memory and all, until somebody resumes it; while it is held it has no end.
     *
     * @throws SandboxNotFoundException if there is none with that id
     */
    public void pause(String id) {
        String what = "Pausing the E2B sandbox " + id;
        Answer answer = post(what, "sandboxes/" + id + "/pause", Json.message(), null, settings.requestTimeout());
        if (answer.status() != 409 || !answer.message().contains("already paused")) {
            require(what, answer);
        }
    }

    /** Returns what the service calls all that was saved of a sandbox; nothing where it has no list of that. */
    public Set<String> saved(String id) {
        String what = "Listing what was saved of the E2B sandbox " + id;
        Set<String> saved = new HashSet<>();
        try {
            HttpUrl.Builder url = at("snapshots").addQueryParameter("sandboxID", id);
            eachListed(what, url, settings.requestTimeout(), entry -> saved.add(savedId(entry)));
        } catch (SandboxNotFoundException | SandboxStartException olderService) {
            return Set.of();
        }
        return saved;
    }

    /**
     * Saves the files of a sandbox. It is not asked for twice: where the answer is lost, the service's list is asked what has become
     * of it.
     *
     * @param before what was saved of it before
     * @return what the service calls them, a template that sandboxes can be made from
     * @throws SandboxNotFoundException if there is no sandbox with that id
     */
    public String snapshot(String id, Set<String> before) {
        try {
            return snapshot(id);
        } catch (SandboxTransportException lost) {
            return savedSince(id, before, lost).orElseThrow(() -> lost);
        }
    }

    private Optional<String> savedSince(String id, Set<String> before, SandboxTransportException lost) {
        Deadline deadline = Deadline.in(TO_SHOW);
        while (!deadline.hasPassed() && !Thread.currentThread().isInterrupted()) {
            try {
                Set<String> since = saved(id);
                since.removeAll(before);
                if (!since.isEmpty()) {
                    return since.size() == 1 ? Optional.of(since.iterator().next()) : Optional.empty();
                }
            } catch (SandboxException unreachable) {
                lost.addSuppressed(unreachable);
                return Optional.empty();
            }
            LockSupport.parkNanos(AGAIN.toNanos());
        }
        return Optional.empty();
    }

    private static String savedId(JsonNode entry) {
        return entry.path("snapshotID").asText();
    }

    private String snapshot(String id) {
        String what = "Saving the files of the E2B sandbox " + id;
        Request request = request(at("sandboxes/" + id + "/snapshots").build())
                .post(Wire.body(Json.write(Json.message().put("memory", false))))
                .build();
        Answer answer = ask(what, request, settings.requestTimeout(), Repeat.NEVER);
        require(what, answer);
        String saved = savedId(answer.body());
        if (saved.isEmpty()) {
            throw faults.strange(what, answer);
        }
        return saved;
    }

    /** Deletes what was saved; it is fine if it is gone. */
    public void deleteSnapshot(String saved) {
        String what = "Deleting the E2B snapshot " + saved;
        Request request = request(at("templates/" + saved).build()).delete().build();
        Answer answer = ask(what, request, settings.requestTimeout(), Repeat.ALLOWED);
        if (answer.status() != 404) {
            require(what, answer);
        }
    }

    private Placed placed(String what, Answer answer) {
        require(what, answer);
        Optional<Placed> placed = Placed.read(answer.body());
        return placed.orElseThrow(() -> faults.strange(what, answer));
    }

    /** Lists the sandboxes on which this is written, those that are held included. */
    public List<Listed> list(Map<String, String> metadata, Duration limit) {
        String what = "Listing E2B sandboxes";
        String wanted = metadata.entrySet().stream()
                .map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
                .collect(Collectors.joining("&"));
        List<Listed> found = new ArrayList<>();
        HttpUrl.Builder url =
                at("v2/sandboxes").addQueryParameter("metadata", wanted).addQueryParameter("state", "running,paused");
        eachListed(what, url, limit, entry -> found.add(Listed.read(entry)));
        return found;
    }

    /** Goes through all pages of a list. */
    private void eachListed(String what, HttpUrl.Builder list, Duration limit, Consumer<JsonNode> told) {
        String next = null;
        int page = 0;
        do {
            list.setQueryParameter("limit", String.valueOf(PAGE));
            if (next != null) {
                list.setQueryParameter("nextToken", next);
            }
            Answer answer = ask(what, request(list.build()).get().build(), limit, Repeat.ALLOWED);
            require(what, answer);
            if (!answer.body().isArray()) {
                throw faults.strange(what, answer);
            }
            answer.body().forEach(told);
            next = answer.headers().get(NEXT);
        } while (next != null && !next.isEmpty() && ++page < MOST_PAGES);
    }

    /** Twice, as E2B's own programs do it; the whole is encoded once more as a part of the address. */
    private static String encoded(String text) {
        return once(once(text));
    }

    private static String once(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns whether there is a sandbox with that id, held or not. */
    public boolean isThere(String id, Duration limit) {
        String what = "Looking for the E2B sandbox " + id;
        Answer answer = ask(what, request(at("sandboxes/" + id).build()).get().build(), limit, Repeat.ALLOWED);
        if (answer.status() == 404) {
            return false;
        }
        require(what, answer);
        return true;
    }

    /**
     * Returns how much of its disk a sandbox had taken when the service last looked; empty where it has not looked yet, or does not
     * tell, and where nobody answers soon: without that, too, there is much to tell of a sandbox.
     */
    public Optional<DataSize> takenDisk(String id) {
        Request request =
                request(at("sandboxes/" + id + "/metrics").build()).get().build();
        try {
            Answer answer = wire.ask(request, TO_TELL, Repeat.NEVER);
            JsonNode newest = answer.body().path(answer.body().size() - 1);
            return Optional.of(newest.path("diskUsed").asLong())
                    .filter(bytes -> answer.succeeded() && bytes > 0)
                    .map(DataSize::ofBytes);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Ends a sandbox; returns false if there is none with that id. */
    public boolean kill(String id) {
        String what = "Ending the E2B sandbox " + id;
        Request request = request(at("sandboxes/" + id).build()).delete().build();
        Answer answer = ask(what, request, settings.requestTimeout(), Repeat.ALLOWED);
        if (answer.status() == 404) {
            return false;
        }
        require(what, answer);
        return true;
    }

    /**
     * Says when the service shall end a sandbox, counted from now.
     *
     * @throws SandboxNotFoundException if there is none with that id
     */
    public void setTimeout(String id, Duration lifetime) {
        String what = "Letting the E2B sandbox " + id + " live longer";
        ObjectNode body = Json.message().put("timeout", Order.seconds(lifetime));
        require(what, post(what, "sandboxes/" + id + "/timeout", body, null, settings.requestTimeout()));
    }

    /**
     * Asks for the least that the service tells about itself to whoever has a key.
     *
     * @throws dev.sandboxed.api.error.SandboxException as all methods do
     */
    public void probe(Duration limit) {
        String what = "Asking E2B whether the key is good";
        HttpUrl url = at("v2/sandboxes").addQueryParameter("limit", "1").build();
        require(what, ask(what, request(url).get().build(), limit, Repeat.NEVER));
    }

    private Answer post(String what, String path, ObjectNode body, @Nullable String key, Duration limit) {
        return ask(what, posted(path, body, key), limit, Repeat.ALLOWED);
    }

    private Request posted(String path, ObjectNode body, @Nullable String key) {
        Request.Builder request = request(at(path).build()).post(Wire.body(Json.write(body)));
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        return request.build();
    }

    private HttpUrl.Builder at(String path) {
        return settings.api().newBuilder().addPathSegments(path);
    }

    private Request.Builder request(HttpUrl url) {
        return new Request.Builder()
                .url(url)
                .header("X-API-Key", settings.apiKey().orElseThrow(faults::noKey))
                .header("Accept", "application/json");
    }

    private Answer ask(String what, Request request, Duration limit, Repeat repeat) {
        try {
            return wire.ask(request, limit, repeat);
        } catch (IOException e) {
            throw faults.unreachable(what, e);
        }
    }

    private void require(String what, Answer answer) {
        if (!answer.succeeded()) {
            throw faults.refused(what, answer);
        }
    }
}
