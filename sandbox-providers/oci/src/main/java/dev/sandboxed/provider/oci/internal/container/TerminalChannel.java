package dev.sandboxed.provider.oci.internal.container;

import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.process.internal.terminal.HostTerminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The streams of a process inside that has a terminal: the client has one as well, and passes all on between the two. */
final class TerminalChannel extends ClientChannel {

    private final HostTerminal client;

    private TerminalChannel(HostTerminal client, Runnable begun) {
        super(client.process(), begun);
        this.client = client;
    }

    static TerminalChannel open(List<String> argv, Map<String, String> env, TerminalSize size, Runnable begun)
            throws IOException {
        return new TerminalChannel(HostTerminal.start(argv, env, Path.of("/"), size), begun);
    }

    /** Returns when the new size is seen inside: what is started next must not find the old one. */
    @Override
    public void resize(TerminalSize size) throws IOException {
        try {
            client.resize(size);
        } catch (IllegalStateException e) {
            throw new IOException(e);
        }
        new InnerTerminal(client.process()).awaitSize(size);
    }
}
