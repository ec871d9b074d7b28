package dev.sandboxed.network.internal;

import dev.sandboxed.api.spec.AllowedHost;
import dev.sandboxed.linux.internal.network.LinkedNamespaces;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Opcode;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;
import org.xbill.DNS.Type;

/**
 * Answers the questions of a sandbox for names. With a list it answers for the names on it only, only with IPv4 addresses, and
 * opens exactly those. Nothing else is passed on, so that no question carries anything out of the sandbox by names that are not
 * on the list. An address of a private network is no answer, unless this host itself or the list says so: a name on the list may
 * belong to somebody who would like to be let in there.
 */
final class Resolver {

    /** What is opened before it is told. */
    @FunctionalInterface
    interface Door {
        void open(List<Inet4Address> addresses, List<AllowedHost> entries, Duration validity) throws IOException;
    }

    private static final int MOST_ADDRESSES = 24;

    private final RoomPlan plan;
    private final AskedNames asked;
    private final Door door;

    Resolver(RoomPlan plan, AskedNames asked, Door door) {
        this.plan = plan;
        this.asked = asked;
        this.door = door;
    }

    /** Answers a question, one that is none with an error. */
    Message answer(Message question) {
        Message answer = new Message(question.getHeader().getID());
        answer.getHeader().setFlag(Flags.QR);
        answer.getHeader().setFlag(Flags.RA);
        if (question.getHeader().getFlag(Flags.RD)) {
            answer.getHeader().setFlag(Flags.RD);
        }
        Record wanted = question.getQuestion();
        if (wanted == null
                || question.getHeader().getOpcode() != Opcode.QUERY
                || question.getSection(Section.QUESTION).size() != 1
                || wanted.getDClass() != DClass.IN) {
            answer.getHeader().setRcode(Rcode.FORMERR);
            return answer;
        }
        answer.addRecord(wanted, Section.QUESTION);
        String name = wanted.getName().toString(true).toLowerCase(Locale.ROOT);
        try {
            Optional<String> proxied = plan.services().addressOf(name);
            if (proxied.isPresent()) {
                asked.add(name, true);
                return inRoom(name, wanted, answer, proxied.get());
            }
            return plan.isFull() ? pass(question, name, wanted, answer) : look(name, wanted, answer);
        } catch (IOException e) {
            answer.getHeader().setRcode(Rcode.SERVFAIL);
            return answer;
        }
    }

    private Message pass(Message question, String name, Record wanted, Message answer) throws IOException {
        asked.add(name, true);
        if (wanted.getType() == Type.A) {
            Names.Answer found = plan.names().addresses(name);
            return tell(name, wanted, answer, found.addresses(), found.validity());
        }
        if (wanted.getType() == Type.AAAA) {
            return answer;
        }
        if (wanted.getType() == Type.AXFR || wanted.getType() == Type.IXFR) {
            answer.getHeader().setRcode(Rcode.REFUSED);
            return answer;
        }
        Message passed = plan.names().pass(question).clone();
        passed.getHeader().setID(question.getHeader().getID());
        return passed;
    }

    private Message look(String name, Record wanted, Message answer) throws IOException {
        List<AllowedHost> entries = plan.allowing(name);
        asked.add(name, !entries.isEmpty());
        if (entries.isEmpty()) {
            answer.getHeader().setRcode(Rcode.NXDOMAIN);
            return answer;
        }
        if (wanted.getType() == Type.AAAA) {
            return answer;
        }
        if (wanted.getType() != Type.A) {
            answer.getHeader().setRcode(Rcode.REFUSED);
            return answer;
        }
        if (name.equals(AllowedHost.LOOPBACK_OF_HOST) && !plan.hostPorts().isEmpty()) {
            return inRoom(name, wanted, answer, LinkedNamespaces.OUTER_ADDRESS);
        }
        Names.Answer found = plan.names().addresses(name);
        List<Inet4Address> opened = found.addresses().stream()
                .filter(address -> plan.opens(address, found.ours()))
                .limit(MOST_ADDRESSES)
                .toList();
        // Those are open already, at the ports that the list says, and at no other by a name that leads there.
        List<Inet4Address> listed = found.addresses().stream()
                .filter(address -> !plan.opens(address, found.ours()) && plan.lists(address))
                .limit(MOST_ADDRESSES)
                .toList();
        if (!opened.isEmpty()) {
            door.open(opened, entries, found.validity());
        }
        Duration validity =
                found.validity().compareTo(RoomFilter.MOST_VALIDITY) > 0 ? RoomFilter.MOST_VALIDITY : found.validity();
        return tell(
                name,
                wanted,
                answer,
                Stream.concat(opened.stream(), listed.stream()).toList(),
                validity);
    }

    /** Any other record of such a name could lead past the room. */
    private Message inRoom(String name, Record wanted, Message answer, String address) throws IOException {
        if (wanted.getType() != Type.A) {
            return answer;
        }
        Inet4Address there = (Inet4Address) InetAddress.getByName(address);
        return tell(name, wanted, answer, List.of(there), RoomFilter.MOST_VALIDITY);
    }

    private Message tell(String name, Record wanted, Message answer, List<Inet4Address> addresses, Duration validity) {
        asked.answer(name, addresses);
        for (Inet4Address address : addresses) {
            answer.addRecord(new ARecord(wanted.getName(), DClass.IN, validity.toSeconds(), address), Section.ANSWER);
        }
        if (addresses.isEmpty()) {
            answer.getHeader().setRcode(Rcode.NXDOMAIN);
        }
        return answer;
    }
}
