package dev.sandboxed.network.internal;

import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import java.net.Inet4Address;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The names that a sandbox has asked for, up to a number, and the addresses that it was told. */
final class AskedNames {

    private static final int MOST = 1_000;

    private final Map<String, NetworkAttempt> asked = new LinkedHashMap<>();
    private final Map<String, String> answered = new HashMap<>();

    /** Takes note of a name. One that was refused once and is allowed later was allowed. */
    synchronized void add(String name, boolean allowed) {
        NetworkAttempt known = asked.get(name);
        if (known == null && asked.size() < MOST) {
            asked.put(name, new NetworkAttempt(Instant.now(), Kind.NAME, name, "", 0, allowed, 0));
        } else if (known != null && allowed && !known.allowed()) {
            asked.put(name, new NetworkAttempt(known.at(), Kind.NAME, name, "", 0, true, 0));
        }
    }

    /** Takes note of what a name was answered with. */
    synchronized void answer(String name, List<Inet4Address> addresses) {
        for (Inet4Address address : addresses) {
            if (answered.size() < MOST) {
                answered.put(address.getHostAddress(), name);
            }
        }
    }

    /** Returns the name that an address was the last answer to; empty if there was none. */
    synchronized String nameOf(String address) {
        return answered.getOrDefault(address, "");
    }

    synchronized List<NetworkAttempt> all() {
        return new ArrayList<>(asked.values());
    }
}
