package dev.sandboxed.network.internal;

import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.event.NetworkAttempt.Kind;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.api.spec.Network;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import java.io.IOException;
import java.net.Inet4Address;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The filters of a room once it is there: what is opened later, how fast packets go, and what the kernel has counted. */
final class RoomFilter {

    /** Whoever has asked for a name needs a moment before he connects, however short the answer is valid. */
    private static final Duration LEAST_VALIDITY = Duration.ofSeconds(10);

    /** Whoever asks for a name again and again starts no program each time, and what he is told is open for as long as it says. */
    private static final Duration MORE = Duration.ofSeconds(5);

    static final Duration MOST_VALIDITY = Duration.ofHours(1);
    private static final Duration MEMORY = Duration.ofDays(30);
    private static final Pattern ELEMENT = Pattern.compile(
            "(\\d+\\.\\d+\\.\\d+\\.\\d+) \\. (\\d+) \\. (\\d+) counter packets \\d+ bytes (\\d+)(?: timeout \\S+)? expires ([0-9a-z]+)");
    private static final Pattern PART = Pattern.compile("(\\d+)(ms|[dhms])");

    private final Path nft;
    private final RoomPlan plan;
    private final Map<String, Instant> openUntil = new HashMap<>();
    private final ReentrantLock turn = new ReentrantLock();

    RoomFilter(Path nft, RoomPlan plan) {
        this.nft = nft;
        this.plan = plan;
    }

    /**
     * Lets connections to addresses pass for as long as an answer is valid, or as a longer one was; those that are there stay.
     *
     * @param entries those of the list that allow the name whose addresses they are
     * @throws IOException if the kernel refuses
     */
    void open(LinkedNamespaces room, List<Inet4Address> addresses, List<AllowedHost> entries, Duration validity)
            throws IOException {
        Duration held = validity.compareTo(LEAST_VALIDITY) < 0
                ? LEAST_VALIDITY
                : validity.compareTo(MOST_VALIDITY) > 0 ? MOST_VALIDITY : validity;
        // One after the other: what is noted must be what the kernel was told last.
        turn.lock();
        try {
            openInTurn(room, addresses, entries, held);
        } finally {
            turn.unlock();
        }
    }

    private void openInTurn(
            LinkedNamespaces room, List<Inet4Address> addresses, List<AllowedHost> entries, Duration held)
            throws IOException {
        Instant valid = Instant.now().plus(held);
        Instant open = valid.plus(MORE);
        Map<String, Instant> opened = new HashMap<>();
        StringBuilder script = new StringBuilder();
        for (Inet4Address address : addresses) {
            for (AllowedHost entry : entries) {
                boolean wholly = entry.port() == 0;
                String element = RoomRules.TABLE + " " + (wholly ? RoomRules.NAMED_WHOLLY : RoomRules.NAMED) + " { "
                        + address.getHostAddress() + (wholly ? "" : " . " + entry.port());
                if (openUntil.getOrDefault(element, Instant.MIN).isBefore(valid)) {
                    script.append(opening(element, held.plus(MORE)));
                    opened.put(element, open);
                }
            }
        }
        if (!opened.isEmpty()) {
            InRoom.run(room, Command.of(nft.toString(), "-f", "-").stdin(script.toString()));
            openUntil.values().removeIf(Instant.now()::isAfter);
            openUntil.putAll(opened);
        }
    }

    /** One that is there already keeps its time, so it is made anew. */
    private static String opening(String element, Duration held) {
        return "add element " + element + " }\n" + "delete element " + element + " }\n" + "add element " + element
                + " timeout " + held.toSeconds() + "s }\n";
    }

    /**
     * Slows packets down in both directions, if the plan says so.
     *
     * @throws IOException if the kernel refuses
     */
    void slowDown(LinkedNamespaces room) throws IOException {
        if (plan.bandwidth().isPresent()) {
            DataSize most = plan.bandwidth().get();
            boolean carried = plan.policy().network() != Network.NONE;
            for (String device :
                    carried ? List.of(LinkedNamespaces.LINK, RoomRules.CARRIED) : List.of(LinkedNamespaces.LINK)) {
                String rate = most.bytes() * Byte.SIZE + "bit";
                String burst = String.valueOf(Math.max(RoomRules.LEAST_BURST, most.bytes() / 100));
                InRoom.run(
                        room,
                        Command.of(
                                "tc", "qdisc", "add", "dev", device, "root", "tbf", "rate", rate, "burst", burst,
                                "latency", "100ms"));
            }
        }
    }

    /**
     * Returns the connections that were tried.
     *
     * @param names finds the name that an address was the answer to; empty if there was none
     * @throws IOException if the kernel refuses
     */
    List<NetworkAttempt> attempts(LinkedNamespaces room, UnaryOperator<String> names) throws IOException {
        List<NetworkAttempt> all = new ArrayList<>();
        for (String set : List.of(RoomRules.REACHED, RoomRules.REFUSED)) {
            String told = InRoom.run(room, Command.of(nft.toString(), "-p", "list", "set", "inet", "room", set));
            Instant now = Instant.now();
            Matcher element = ELEMENT.matcher(told);
            if (told.contains(" elements = ") && !element.find()) {
                throw new IOException("nft tells it in words that are not known: " + told);
            }
            element.reset();
            while (element.find()) {
                String address = element.group(1);
                all.add(new NetworkAttempt(
                        now.minus(MEMORY.minus(duration(element.group(5)))),
                        kind(element.group(2)),
                        names.apply(address),
                        address,
                        Integer.parseInt(element.group(3)),
                        set.equals(RoomRules.REACHED),
                        Long.parseLong(element.group(4))));
            }
        }
        return all;
    }

    private static Kind kind(String protocol) {
        return switch (protocol) {
            case "6" -> Kind.TCP;
            case "17" -> Kind.UDP;
            default -> Kind.OTHER;
        };
    }

    private static Duration duration(String text) {
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(text);
        while (part.find()) {
            long count = Long.parseLong(part.group(1));
            sum = sum.plus(
                    switch (part.group(2)) {
                        case "d" -> Duration.ofDays(count);
                        case "h" -> Duration.ofHours(count);
                        case "m" -> Duration.ofMinutes(count);
                        case "s" -> Duration.ofSeconds(count);
                        default -> Duration.ofMillis(count);
                    });
        }
        return sum;
    }
}
