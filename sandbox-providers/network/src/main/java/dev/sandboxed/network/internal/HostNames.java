package dev.sandboxed.network.internal;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.ResolverConfig;
import org.xbill.DNS.Section;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.Type;
import org.xbill.DNS.hosts.HostsFileParser;

/** What this host would answer: its own file of hosts, and then the servers that it asks. */
final class HostNames implements Names {

    /** Files can be changed at any time. */
    private static final Duration OF_FILE = Duration.ofMinutes(1);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final HostsFileParser file = new HostsFileParser();
    private final List<InetSocketAddress> servers;

    HostNames() {
        this(ResolverConfig.getCurrentConfig().servers());
    }

    /** Creates one that asks these servers. */
    HostNames(List<InetSocketAddress> servers) {
        this.servers = List.copyOf(servers);
    }

    @Override
    public Answer addresses(String name) throws IOException {
        Name absolute = Name.fromString(name + ".");
        Optional<InetAddress> own = file.getAddressForHost(absolute, Type.A);
        if (own.isPresent() && own.get() instanceof Inet4Address address) {
            return new Answer(List.of(address), OF_FILE, true);
        }
        List<Inet4Address> found = new ArrayList<>();
        long validity = Integer.MAX_VALUE;
        Message told = pass(Message.newQuery(Record.newRecord(absolute, Type.A, DClass.IN)));
        if (told.getRcode() != Rcode.NOERROR && told.getRcode() != Rcode.NXDOMAIN) {
            throw new IOException("whom this host asks says " + Rcode.string(told.getRcode()));
        }
        for (Record answer : told.getSection(Section.ANSWER)) {
            validity = Math.min(validity, answer.getTTL());
            if (answer instanceof ARecord record && record.getAddress() instanceof Inet4Address address) {
                found.add(address);
            }
        }
        return new Answer(found, Duration.ofSeconds(validity), false);
    }

    @Override
    public Message pass(Message question) throws IOException {
        if (servers.isEmpty()) {
            throw new IOException("this host names no server to ask");
        }
        List<Resolver> all = new ArrayList<>();
        for (InetSocketAddress server : servers) {
            all.add(new SimpleResolver(server));
        }
        ExtendedResolver resolver = new ExtendedResolver(all);
        resolver.setTimeout(PATIENCE);
        return resolver.send(question);
    }
}
