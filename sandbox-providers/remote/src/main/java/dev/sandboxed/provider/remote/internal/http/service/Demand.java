package dev.sandboxed.provider.remote.internal.http.service;

import dev.sandboxed.provider.remote.internal.wire.Wire;
import dev.sandboxed.provider.remote.internal.wire.Wire.Repeat;
import dev.sandboxed.wire.internal.Words;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * A request of the contract, before it is sent.
 *
 * @param what what it is for, as the beginning of a sentence about its failure
 * @param method the method of HTTP
 * @param path the parts of its path, behind the version
 * @param query what follows the path
 * @param body what is sent with it
 * @param repeat whether it may reach the service more than once
 */
public record Demand(
        String what,
        String method,
        List<String> path,
        Map<String, String> query,
        @Nullable RequestBody body,
        Repeat repeat) {

    /** What has no other type. */
    public static final MediaType BYTES = MediaType.get("application/octet-stream");

    private static final RequestBody NOTHING = RequestBody.create(new byte[0], null);

    public Demand {
        path = List.copyOf(path);
    }

    /** Asks for something; however often, it changes nothing. */
    public static Demand get(String what, String... path) {
        return new Demand(what, "GET", Arrays.asList(path), Map.of(), null, Repeat.ALLOWED);
    }

    /** Asks the service to do something, once. */
    public static Demand post(String what, String... path) {
        return new Demand(what, "POST", Arrays.asList(path), Map.of(), NOTHING, Repeat.NEVER);
    }

    /** Asks the service to put something in its place, once. */
    public static Demand put(String what, String... path) {
        return new Demand(what, "PUT", Arrays.asList(path), Map.of(), NOTHING, Repeat.NEVER);
    }

    /** Asks the service to remove something, once. */
    public static Demand delete(String what, String... path) {
        return new Demand(what, "DELETE", Arrays.asList(path), Map.of(), null, Repeat.NEVER);
    }

    public Demand with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(query);
        more.put(name, String.valueOf(value));
        return new Demand(what, method, path, more, body, repeat);
    }

    /** Sends words of the contract with it. */
    public Demand saying(Object words) {
        return sending(Wire.body(Words.written(words)));
    }

    public Demand sending(RequestBody content) {
        return new Demand(what, method, path, query, content, repeat);
    }

    /** Allows to send it again where no answer came: it does the same, however often it comes. */
    public Demand repeatable() {
        return new Demand(what, method, path, query, body, Repeat.ALLOWED);
    }
}
