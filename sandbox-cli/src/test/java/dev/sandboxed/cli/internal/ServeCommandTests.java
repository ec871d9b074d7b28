package dev.sandboxed.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.cli.internal.CliRunner.Ran;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ServeCommandTests {

    @TempDir
    Path state;

    private Process server;

    @AfterEach
    void end() throws InterruptedException {
        if (server != null) {
            server.destroyForcibly().waitFor();
        }
    }

    @Test
    void optionsOfTheOtherWayAreRefused() {
        Ran e2b = new CliRunner().run("serve", "--e2b", "--port", "0", "--lease", "5s");
        Ran http = new CliRunner().run("serve", "--key", "e2b_cafe");

        assertThat(e2b.code()).isEqualTo(2);
        assertThat(e2b.stderr()).contains("Options [--lease, --port] are there only without --e2b; leave them out");
        assertThat(http.code()).isEqualTo(2);
        assertThat(http.stderr()).contains("Options [--key] are there only with --e2b; leave them out");
    }

    @ParameterizedTest
    @CsvSource({
        "--ahead -1, '--ahead must be between 0 and 1000, but was -1'",
        "--pool --ahead 2, '--ahead does not go with --pool'",
        "-- ls, 'A program is run only with --pool; leave out [ls]'",
        "--pool --e2b, '--pool does not go with --e2b'",
        "--pool --memory 1g --env A=b, 'up to the clients of a pool; leave out [--env, --memory]'",
        "--port 70000, 'The port must be between 0 and 65535, but was 70000'",
        "--most 0, 'At least one sandbox must be allowed, but the most was 0'",
        "--lease 1ms, 'The lease must be between a second and a day, but was PT0.001S'",
        "--socket s --port 1, '--socket does not go with --port'",
        "--token-file nowhere, 'The token cannot be read from'"
    })
    void whatCannotBeServedIsRefused(String options, String complaint) {
        Ran ran = new CliRunner()
                .run(Stream.concat(Stream.of("serve"), Stream.of(options.split(" ")))
                        .toArray(String[]::new));

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).contains(complaint);
    }

    @Test
    void noPoolIsMadeOfWhatSpeaksToPools() {
        FakeProvider speaker = new FakeProvider("http", Isolation.PROCESS);

        Ran ran = new CliRunner(speaker).run("serve", "--pool", "--provider", "http");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.stderr()).contains("Provider 'http' speaks to pools", "leave out --provider");
    }

    @Test
    void whatClientsChooseCannotBeChosenForThem() {
        FakeProvider provider = new FakeProvider("subprocess", Isolation.PROCESS);

        Ran ran = new CliRunner(provider).run("serve", "--provider", "subprocess", "--env", "A=b");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).contains("What a sandbox is made from is up to the clients");
    }

    @Test
    void aTokenIsReadFromItsFileAndASignalEndsAllSandboxes() throws Exception {
        Path token = Files.writeString(state.resolve("token"), "a-token-in-a-file\n");
        server = start("--token-file", token.toString(), "--ahead", "1");
        Map<String, String> exports = exports(server, 2);
        assertThat(exports).containsOnlyKeys("SANDBOX_HTTP_ENDPOINT", "SANDBOX_HTTP_TOKEN");
        assertThat(exports).containsEntry("SANDBOX_HTTP_TOKEN", "a-token-in-a-file");
        // The second time the next one is made ahead.
        assertThat(createByContract(exports, "one").statusCode()).isEqualTo(201);
        assertThat(createByContract(exports, "two").statusCode()).isEqualTo(201);
        await().untilAsserted(() -> assertThat(sandboxes()).hasSize(3));

        new ProcessBuilder("/bin/kill", "-TERM", Long.toString(server.pid()))
                .start()
                .waitFor();

        assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.exitValue()).isZero();
        assertThat(sandboxes()).isEmpty();
    }

    /** The provider has no images, which is told only of those that are let through. */
    @ParameterizedTest
    @CsvSource({"'', 400", "--host-images, 422", "--pool, 422"})
    void imagesOfThisHostAreForPoolsAndForWhomTheyAreAllowed(String option, int status) throws Exception {
        server = start(option.isEmpty() ? new String[0] : new String[] {option});
        Map<String, String> exports = new HashMap<>();
        exports(server, 2)
                .forEach((name, value) -> exports.put(
                        name.replace("POOL_SERVER", "HTTP_ENDPOINT").replace("POOL_TOKEN", "HTTP_TOKEN"), value));

        HttpResponse<String> answer = createByContract(exports, "one", "\"image\": \"/\", ");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body().contains("start the service with --host-images"))
                .isEqualTo(status == 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP_ENDPOINT", "POOL_SERVER"})
    void aSocketIsExportedAsItsFileIsNamed(String variable) throws Exception {
        Path socket = state.resolve("a b%20c");
        server = variable.startsWith("POOL")
                ? start("--pool", "--socket", socket.toString())
                : start("--socket", socket.toString());

        assertThat(server.inputReader(StandardCharsets.UTF_8).readLine())
                .isEqualTo("export SANDBOX_" + variable + "='unix:" + socket + "'");
    }

    private HttpResponse<String> createByContract(Map<String, String> exports, String id) throws Exception {
        return createByContract(exports, id, "");
    }

    private HttpResponse<String> createByContract(Map<String, String> exports, String id, String more)
            throws Exception {
        String body = "{\"id\": \"" + id + "\", \"spec\": {" + more + "\"workdir\": \"" + state.resolve("work")
                + "\", \"startupTimeoutSeconds\": 20}}";
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(exports.get("SANDBOX_HTTP_ENDPOINT") + "/v1/sandboxes"))
                                .header("Authorization", "Bearer " + exports.get("SANDBOX_HTTP_TOKEN"))
                                .header("Sandboxed-Client", "a-client-of-the-tests")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aKeyOfAnotherFormIsRefusedAndNotShown() {
        Ran ran = new CliRunner().run("serve", "--e2b", "--key", "my-password");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).contains("An API key must be e2b_").doesNotContain("my-password");
    }

    @Test
    void aPortThatCannotBeIsRefused() {
        Ran ran = new CliRunner().run("serve", "--e2b", "--api-port", "70000");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.stderr()).contains("API port must be between 0 and 65535, but was 70000");
    }

    @Test
    void aProviderThatCannotStreamIsRefused() {
        FakeProvider mute = new FakeProvider("subprocess", Isolation.PROCESS);

        Ran ran = new CliRunner(mute).run("serve", "--e2b", "--provider", "subprocess");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.stderr()).contains("'subprocess' does not support STREAMING");
        assertThat(ran.text()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aSignalEndsAllSandboxesAndTheExitCodeIsZero(String signal) throws Exception {
        server = start("--e2b", "--key", "e2b_cafe");
        Map<String, String> exports = exports(server, 3);
        assertThat(exports).containsOnlyKeys("E2B_API_URL", "E2B_SANDBOX_URL", "E2B_API_KEY");
        assertThat(exports).containsEntry("E2B_API_KEY", "e2b_cafe");
        assertThat(create(exports).statusCode()).isEqualTo(201);
        assertThat(sandboxes()).hasSize(1);

        new ProcessBuilder("/bin/kill", "-" + signal, Long.toString(server.pid()))
                .start()
                .waitFor();

        assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.exitValue()).isZero();
        await().untilAsserted(() -> assertThat(sandboxes()).isEmpty());
    }

    private Process start(String... options) throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        List<String> command = Stream.concat(
                        Stream.of(
                                // A build that runs in the background has SIGINT ignored, and so would have the server.
                                "env",
                                "--default-signal=INT",
                                java,
                                "-XX:TieredStopAtLevel=1",
                                "-Dsandbox.stateDir=" + state,
                                "-cp",
                                System.getProperty("java.class.path"),
                                Main.class.getName(),
                                "serve",
                                "--provider",
                                "subprocess"),
                        Stream.of(options))
                .toList();
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static Map<String, String> exports(Process server, int count) throws IOException {
        BufferedReader said = server.inputReader(StandardCharsets.UTF_8);
        Map<String, String> exports = new HashMap<>();
        for (int i = 0; i < count; i++) {
            String line = String.valueOf(said.readLine());
            assertThat(line).matches("export (E2B|SANDBOX)_[A-Z0-9_]+=\\S+");
            int equals = line.indexOf('=');
            exports.put(line.substring("export ".length(), equals), line.substring(equals + 1));
        }
        return exports;
    }

    private static HttpResponse<String> create(Map<String, String> exports) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(exports.get("E2B_API_URL") + "/v2/sandboxes"))
                                .header("X-API-Key", exports.get("E2B_API_KEY"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"templateID\":\"base\"}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private List<Path> sandboxes() throws IOException {
        Path folder = state.resolve("subprocess/sandboxes");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        }
    }
}
