package dev.sandboxed.linux.internal.network;

import java.util.ArrayList;
import java.util.List;

/**
 * Two network namespaces with a link between them, which one process holds open. The inner one is a sandbox's, and has nothing but
 * the link and its loopback. Whatever comes from there is a packet in the outer one, where nobody of the sandbox can be: what is
 * filtered there is filtered for all, root and whoever writes packets by hand included.
 *
 * @param inner where the sandbox is
 * @param outer the other end
 */
public record LinkedNamespaces(NetworkNamespace inner, NetworkNamespace outer) {

    /** What the link is called in the outer namespace. */
    public static final String LINK = "inside";

    /** The address of the inner end, of a range that no network routes, so that nobody has to reach it elsewhere. */
    public static final String INNER_ADDRESS = "169.254.83.2";

    /** The address of the outer end. */
    public static final String OUTER_ADDRESS = "169.254.83.1";

    /** The path by which the process that holds both finds the outer one. */
    public static final String HELD = "/proc/self/fd/9";

    /** What the device is called in the inner namespace that virtual machines are attached to. */
    public static final String MACHINE = "machine";

    private static final int INNER = 8;
    private static final int OUTER = 9;

    /** There is no IPv6 on devices that come later. Kernels without it have no such setting. */
    private static final String WITHOUT_IPV6 = """
            no6() { echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6; } 2>/dev/null
            no6 || :
            """;

    /** What the inner end is told once it is in its namespace, as {@code ip} reads it. */
    private static final String INNER_END = """
            addr add 169.254.83.2/30 dev eth0
            link set eth0 up
            route add default via 169.254.83.1
            """;

    /**
     * Makes both, links them, and becomes the program, in the namespace of the JVM. The program takes the outer one from a
     * descriptor: a path that names the process would lead to the host's own by then. Packets are as large as they can be: with
     * those of a real network gVisor lost most of its speed. The outer end is the same in each, for whoever remembers it from
     * where he was before. Who claims addresses that are not there is not made a neighbour of: the kernel has one table of those for
     * all namespaces.
     *
     * <p>Arguments: the JVM's process; the programs ip and nft; rules for nft; the program and what it is told.
     */
    private static final String HOLD = """
            set -e
            exec 3>&1 1>&2 8</proc/self/ns/net
            """ + WITHOUT_IPV6 + """
            "$2" link set lo up
            exec /usr/bin/unshare --net /bin/sh -c "$0" sh "$@"
            """;

    private static final String LINKING = """
            set -e
            exec 9</proc/self/ns/net
            """ + WITHOUT_IPV6 + """
            echo 1 >/proc/sys/net/ipv4/ip_forward
            jvm=$1 ip=$2 nft=$3 rules=$4
            shift 4
            "$ip" -batch - <<LINKS
            link add name inside address 06:00:a9:fe:53:01 mtu 65520 type veth peer name eth0 mtu 65520 netns /proc/self/fd/8
            addr add 169.254.83.1/30 dev inside
            link set inside up
            LINKS
            echo 2 >/proc/sys/net/ipv4/conf/inside/arp_ignore
            /usr/bin/nsenter --net=/proc/self/fd/8 "$ip" -batch - <<LINKS
            """ + INNER_END + """
            LINKS
            echo "$rules" | "$nft" -f -
            exec /usr/bin/nsenter --net=/proc/$jvm/ns/net "$@"
            """;

    /**
     * Runs in the namespace that shall be led into, and fetches the inner end. On its way a link loses its addresses.
     *
     * <p>Arguments: the program ip; the namespace where the end is; the one that it comes to.
     */
    private static final String LEADING = """
            set -e
            """ + WITHOUT_IPV6 + """
            /usr/bin/nsenter --net="$2" "$1" link set eth0 netns "$3"
            exec "$1" -batch - <<LINKS
            """ + INNER_END + """
            LINKS
            """;

    /**
     * Hands the inner end over to a device that a virtual machine is attached to: packets go from one to the other as they are,
     * and the namespace itself has no address any more. The bridge learns nothing: whoever sends under ever new names would fill the
     * kernel's memory with them, and it has two ends only.
     *
     * <p>Arguments: the program ip; the user who may attach a machine.
     */
    private static final String ATTACHING = """
            exec "$1" -batch - <<LINKS
            link add name bridge mtu 65520 type bridge ageing_time 0 mcast_snooping 0
            addr flush dev eth0
            link set eth0 master bridge
            tuntap add dev machine mode tap user $2
            link set machine mtu 65520 master bridge up
            link set bridge up
            LINKS
            """;

    /**
     * The programs that it takes.
     *
     * @param ip the one for links and addresses
     * @param nft the one for filters
     */
    public record Tools(String ip, String nft) {}

    /**
     * Returns the command line that makes them and runs a program outside of them, which holds them. What the program writes to
     * descriptor 3 comes out as its standard output, and what it writes there as its standard error. What it unmounts stays
     * mounted on the host, since its mounts follow those of the host and not the other way round: one that shuts itself in would
     * take away what containers of others run on.
     *
     * @param rules the filters of the outer namespace
     * @param argv the program, and what it is told
     */
    public static List<String> holding(Tools tools, String rules, List<String> argv) {
        List<String> all = new ArrayList<>(
                List.of("/usr/bin/unshare", "--net", "--mount", "--propagation=slave", "/bin/sh", "-c", HOLD, LINKING));
        all.addAll(List.of(String.valueOf(ProcessHandle.current().pid()), tools.ip(), tools.nft(), rules));
        all.addAll(argv);
        return all;
    }

    /**
     * Returns the command line that leads the link into a namespace that others have made, in place of the inner one, which is
     * empty from then on. It fails where a device is called as the inner end is, or one of the namespaces is gone.
     */
    public List<String> leadingInto(NetworkNamespace other, Tools tools) {
        String to = other.path().toString();
        return other.running(
                List.of("/bin/sh", "-c", LEADING, "sh", tools.ip(), inner.path().toString(), to));
    }

    /**
     * Returns the command line that makes a device in the inner namespace, for a virtual machine that has the inner end's address
     * from then on.
     *
     * @param user the number of the user who may attach one, beside root
     */
    public List<String> attaching(int user, Tools tools) {
        return inner.running(List.of("/bin/sh", "-c", ATTACHING, "sh", tools.ip(), String.valueOf(user)));
    }

    /** Returns those that a process holds which was started so. */
    public static LinkedNamespaces heldBy(long pid) {
        return new LinkedNamespaces(NetworkNamespace.heldBy(pid, INNER), NetworkNamespace.heldBy(pid, OUTER));
    }
}
