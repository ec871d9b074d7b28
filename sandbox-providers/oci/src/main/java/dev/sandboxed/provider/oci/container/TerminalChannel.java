package dev.sandboxed.provider.oci.container;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import com.pty4j.WinSize;
import dev.sandboxed.api.exec.TerminalSize;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The streams of a process inside that has a terminal: the client has one as well, and passes all on between the two. */
final class TerminalChannel extends ClientChannel {

    private final PtyProcess client;

    private TerminalChannel(PtyProcess client, Runnable begun) {
        super(client, begun);
        this.client = client;
    }

    static TerminalChannel open(List<String> argv, Map<String, String> env, TerminalSize size, Runnable begun)
            throws IOException {
        return new TerminalChannel(
                PtyLibrary.start(new PtyProcessBuilder(argv.toArray(new String[0]))
                        .setEnvironment(env)
                        .setDirectory("/")
                        .setInitialColumns(size.columns())
                        .setInitialRows(size.rows())
                        .setRedirectErrorStream(true)),
                begun);
    }

    @Override
    public void resize(TerminalSize size) throws IOException {
        try {
            client.setWinSize(new WinSize(size.columns(), size.rows()));
        } catch (IllegalStateException e) {
            throw new IOException(e);
        }
    }
}
