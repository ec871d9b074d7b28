package dev.sandboxed.provider.docker.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineHostTests {

    private static final String NETWORK = "5d".repeat(32);
    private static final String CONTAINER = "0a".repeat(32);

    @TempDir
    Path root;

    private ScriptedEngine scripted;
    private Engine engine;
    private Path folder;

    @BeforeEach
    void playAnEngine() throws IOException {
        scripted = ScriptedEngine.docker("28.5.0", "1.24", "1.51");
        scripted.json("/networks/bridge", "{\"Name\":\"bridge\",\"Id\":\"" + NETWORK + "\"}");
        scripted.json("/containers/json", "[]");
        engine = NegotiationTests.connect(scripted);
        folder = Files.createDirectories(root.resolve("var/lib/docker"));
    }

    @AfterEach
    void end() {
        engine.close();
        scripted.close();
    }

    private EngineHost host() {
        return new EngineHost(engine, root);
    }

    private void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private void writeNetwork(String id) throws IOException {
        write(folder.resolve("network/files/local-kv.db"), "\u0000\u0001bridge/" + id + "\u0000{}");
    }

    private void runContainer(int pid) {
        scripted.json("/containers/json", "[{\"Id\":\"" + CONTAINER + "\"}]");
        scripted.json("/containers/" + CONTAINER + "/json", "{\"State\":{\"Running\":true,\"Pid\":" + pid + "}}");
    }

    @Test
    void aFolderThatHoldsTheNetworkOfTheEngineIsItsFolder() throws IOException {
        writeNetwork(NETWORK);

        assertThat(host().folder()).contains(folder);
    }

    @Test
    void aFolderOfTheSameNameThatHoldsAnotherNetworkIsAnotherEngines() throws IOException {
        writeNetwork("5e".repeat(32));

        assertThat(host().folder()).isEmpty();
    }

    @Test
    void anEmptyFolderOfTheSameNameProvesNothing() {
        assertThat(host().folder()).isEmpty();
    }

    @Test
    void aNetworkWithoutAnIdProvesNothing() throws IOException {
        writeNetwork(NETWORK);
        scripted.json("/networks/bridge", "{\"Name\":\"bridge\",\"Id\":\"\"}");

        assertThat(host().folder()).isEmpty();
    }

    @Test
    void aContainerThatIsAProcessOfThisHostProvesIt() throws IOException {
        runContainer(77);
        write(root.resolve("proc/77/cgroup"), "0::/system.slice/docker-" + CONTAINER + ".scope\n");

        assertThat(host().folder()).contains(folder);
    }

    @Test
    void aProcessOfThisHostThatOnlyHasTheNumberOfTheContainersProvesNothing() throws IOException {
        runContainer(77);
        write(root.resolve("proc/77/cgroup"), "0::/user.slice/session-1.scope\n");

        assertThat(host().folder()).isEmpty();
    }

    @Test
    void anEngineWithoutABridgeIsProvenByItsContainers() throws IOException {
        writeNetwork(NETWORK);
        scripted.on("/networks/bridge", exchange -> scripted.error(exchange, 404, "network bridge not found"));
        assertThat(host().folder()).isEmpty();

        runContainer(77);
        write(root.resolve("proc/77/cgroup"), "1:pids:/docker/" + CONTAINER + "\n");
        assertThat(host().folder()).contains(folder);
    }

    @Test
    void withoutTheFolderNothingIsKnownOfItsDisk() throws IOException {
        runContainer(77);
        write(root.resolve("proc/77/cgroup"), "1:pids:/docker/" + CONTAINER + "\n");
        Files.delete(folder);

        assertThat(host().folder()).isEmpty();
    }

    @Test
    void anEngineThatDoesNotAnswerIsGivenUpWithinASecond() throws IOException {
        writeNetwork(NETWORK);
        scripted.hangOn("/networks/bridge");

        assertThat(assertTimeoutPreemptively(Duration.ofMillis(1800), () -> host().folder()))
                .isEmpty();
    }

    @Test
    void anEngineThatIsGoneIsNotHere() throws IOException {
        writeNetwork(NETWORK);
        scripted.close();

        assertThat(host().folder()).isEmpty();
    }
}
