package dev.sandboxed.network.internal;

import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import java.util.List;
import java.util.stream.Stream;

/** The filters of the namespace that all packets of a sandbox pass, as nft reads them. */
final class RoomRules {

    /** What the carrier's device is called. */
    static final String CARRIED = "tap0";

    static final String TABLE = "inet room";
    /** Addresses that names were answered with, each with a port. */
    static final String NAMED = "named";
    /** Addresses that names were answered with, for all ports. */
    static final String NAMED_WHOLLY = "named_wholly";
    /** What was tried and allowed. */
    static final String REACHED = "reached";
    /** What was tried and refused. */
    static final String REFUSED = "refused";
    /** For how long the kernel remembers what was tried; how long ago that was is seen by what is left of it. */
    static final String MEMORY = "30d";

    /** Where clouds tell a machine its secrets; the first range has our own addresses, too. */
    static final List<String> METADATA = List.of("169.254.0.0/16", "168.63.129.16", "100.100.100.200", "192.0.0.192");

    /** The carrier's own addresses, everybody's loopback, and those that are nobody's or everybody's. */
    private static final List<String> NOBODY = List.of("0.0.0.0/8", "127.0.0.0/8", "10.0.2.0/24", "224.0.0.0/3");

    /** What is refused whatever a list says. */
    static final List<String> NEVER =
            Stream.concat(METADATA.stream(), NOBODY.stream()).toList();

    /** The largest packet there is must fit; and the kernel counts no further. */
    static final long LEAST_BURST = 1 << 17;

    private static final long MOST_BURST = 1 << 30;
    private static final String DESTINATION = "{ ip daddr . meta l4proto . th dport }";
    private static final String PORTS = "meta l4proto { tcp, udp }";

    /**
     * What is logged is not a part of what decides: where the log is full, the rule ends there. Whoever writes packets by hand may
     * write any sender into them; one that is not his own would let the kernel take what he sends for the answer to what he sent
     * before, and let us answer to somebody else.
     */
    private static final String FRAME = """
            table %1$s {
              set named { type ipv4_addr . inet_service; flags timeout; size 4096; }
              set named_wholly { type ipv4_addr; flags timeout; size 4096; }
              set reached { type ipv4_addr . inet_proto . inet_service; flags dynamic,timeout; counter; size 1000; timeout %2$s; }
              set refused { type ipv4_addr . inet_proto . inet_service; flags dynamic,timeout; counter; size 1000; timeout %2$s; }
              chain input {
                type filter hook input priority 0; policy drop;
            %11$s
                iifname != "inside" drop
                meta nfproto ipv6 drop
            %3$s
                ip saddr != %8$s goto forged
            %9$s
                ct state established,related accept
                ip daddr %4$s meta l4proto { tcp, udp } th dport 53 accept
                goto refuse
              }
              chain output {
                type filter hook output priority 0; policy drop;
            %10$s
                oifname "inside" accept
            %12$s
              }
              chain forward {
                type filter hook forward priority 0; policy drop;
                meta nfproto ipv6 drop
                iifname "tap0" ct state established meta l4proto { tcp, udp } add @reached { ip saddr . meta l4proto . th sport }
                iifname "tap0" ct state established,related accept
                iifname != "inside" drop
                ip saddr != %8$s goto forged
                ct direction reply goto forged
                ip daddr { %5$s } goto refuse
                ct state established,related goto admit
            %6$s
                goto refuse
              }
              chain admit {
                meta l4proto { tcp, udp } add @reached %7$s
                meta l4proto != { tcp, udp } add @reached { ip daddr . meta l4proto . 0 }
                accept
              }
              chain note {
                meta l4proto { tcp, udp } add @refused %7$s
                meta l4proto != { tcp, udp } add @refused { ip daddr . meta l4proto . 0 }
              }
              chain refuse {
                jump note
                meta l4proto tcp reject with tcp reset
                reject with icmp type admin-prohibited
              }
              chain forged {
                jump note
                drop
              }
              chain leave {
                type nat hook postrouting priority 100;
                oifname "tap0" masquerade
              }
            }
            """;

    private RoomRules() {}

    static String of(RoomPlan plan) {
        String slow = plan.bandwidth()
                .map(most -> "    iifname \"inside\" limit rate over " + most.bytes() + " bytes/second burst "
                        + Math.min(MOST_BURST, Math.max(most.bytes(), LEAST_BURST)) + " bytes drop")
                .orElse("");
        return FRAME.formatted(
                TABLE,
                MEMORY,
                slow,
                LinkedNamespaces.OUTER_ADDRESS,
                String.join(", ", NEVER),
                decisions(plan),
                DESTINATION,
                LinkedNamespaces.INNER_ADDRESS,
                ofDoors(plan, "ip daddr . tcp dport", "goto admit"),
                ofDoors(
                        plan,
                        "oifname \"inside\" ip saddr . tcp sport",
                        "add @reached { ip saddr . meta l4proto . th sport }"),
                outwards(
                        plan,
                        "iifname \"" + CARRIED + "\" meta l4proto tcp ct direction reply ct state established accept"),
                outwards(
                        plan,
                        "oifname \"" + CARRIED + "\" ip daddr != { " + String.join(", ", NEVER)
                                + " } meta l4proto tcp accept"));
    }

    /** Writes a rule for where the sandbox is answered to, if it is. */
    private static String ofDoors(RoomPlan plan, String which, String decision) {
        return plan.doors().isEmpty()
                ? ""
                : "    " + which + " { " + String.join(", ", plan.doors()) + " } " + decision;
    }

    /** Writes a rule for connections of the room itself, which are those to services with credentials. */
    private static String outwards(RoomPlan plan, String rule) {
        return plan.services().leadOut() ? "    " + rule : "";
    }

    private static String decisions(RoomPlan plan) {
        return switch (plan.policy().network()) {
            case NONE -> "";
            case FULL -> "    goto admit";
            case ALLOW_LIST -> list(plan);
        };
    }

    private static String list(RoomPlan plan) {
        StringBuilder rules = new StringBuilder();
        for (AllowedHost host : plan.hosts()) {
            if (host.isAddress()) {
                rules.append("    ip daddr ").append(host.host()).append(' ').append(PORTS);
                rules.append(host.port() == 0 ? "" : " th dport " + host.port()).append(" goto admit\n");
            }
        }
        return rules.append("    " + PORTS + " ip daddr . th dport @named goto admit\n")
                .append("    " + PORTS + " ip daddr @named_wholly goto admit")
                .toString();
    }
}
