package dev.sandboxed.network.internal;

import java.io.IOException;
import java.net.Inet4Address;
import java.time.Duration;
import java.util.List;
import org.xbill.DNS.Message;

/** Who knows the addresses of names. */
interface Names {

    /**
     * Where a name leads.
     *
     * @param addresses none if there is no such name, or it has no IPv4 address
     * @param validity for how long that holds
     * @param ours whether this host itself says so, and nobody out there
     */
    record Answer(List<Inet4Address> addresses, Duration validity, boolean ours) {}

    /** Looks up a name, which is in lower case and without a dot at its end; throws {@link IOException} if nobody answers. */
    Answer addresses(String name) throws IOException;

    /** Passes a question on as it is; throws {@link IOException} if nobody answers. */
    Message pass(Message question) throws IOException;

    /** Returns those whom the host asks, its own file of hosts first. */
    static Names ofHost() {
        return new HostNames();
    }
}
