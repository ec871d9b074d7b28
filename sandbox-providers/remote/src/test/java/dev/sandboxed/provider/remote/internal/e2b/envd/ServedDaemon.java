package dev.sandboxed.provider.remote.internal.e2b.envd;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.provider.remote.internal.e2b.control.Placed;
import dev.sandboxed.provider.remote.internal.e2b.settings.ServiceSettings;
import dev.sandboxed.provider.remote.internal.wire.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import mockwebserver3.MockWebServer;

/** The daemon of a sandbox that is not there: its gateway answers as a test tells it to. */
record ServedDaemon(MockWebServer gateway, Wire wire, Daemon daemon) implements AutoCloseable {

    static ServedDaemon start(Path folder) throws IOException {
        MockWebServer gateway = new MockWebServer();
        gateway.start();
        ServiceSettings settings = new ServiceSettings(ProviderContext.in(folder)
                .withSettings(
                        Map.of("apiKey", "key", "sandboxUrl", gateway.url("/").toString())));
        Wire wire = new Wire(settings.wire());
        return new ServedDaemon(
                gateway, wire, new Daemon(wire, settings, new Placed("iabc", "0.6.13", null, null, null)));
    }

    @Override
    public void close() {
        wire.close();
        gateway.close();
    }
}
