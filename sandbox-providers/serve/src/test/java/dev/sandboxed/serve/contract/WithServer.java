package dev.sandboxed.serve.contract;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.SandboxProviderFactory;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.serve.SandboxServer;
import dev.sandboxed.serve.ServerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A server over plain processes that allows little, and a client that has the token. */
abstract class WithServer {

    static final String TOKEN = "a-token-of-the-tests";
    static final ServerSettings SETTINGS = ServerSettings.DEFAULT
            .withToken(TOKEN)
            .withMostSandboxes(2)
            .withLongestCommand(Duration.ofMinutes(1))
            .withLargestFile(DataSize.ofKibibytes(64));

    @TempDir
    Path folder;

    SandboxProvider provider;
    SandboxServer server;
    Visitor owner;

    @BeforeEach
    void start() {
        provider = ServiceLoader.load(SandboxProviderFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(factory -> factory.name().equals("subprocess"))
                .findFirst()
                .orElseThrow()
                .open(ProviderContext.in(folder.resolve("state")));
        start(SETTINGS);
    }

    final void start(ServerSettings settings) {
        server = SandboxServer.start(List.of(provider), settings);
        owner = new Visitor(server.url(), TOKEN, "the-owner-of-sandboxes");
    }

    final void restart(ServerSettings settings) {
        server.close();
        start(settings);
    }

    @AfterEach
    void end() {
        server.close();
        provider.close();
    }

    final String work() {
        return folder.resolve("work").toString();
    }

    final String request(String path, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + TOKEN + "\r\nSandboxed-Client: "
                + owner.name() + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
