package dev.sandboxed.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxProvider;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.ForwardingSandbox;
import dev.sandboxed.api.spi.ForwardingSandboxProvider;
import dev.sandboxed.serve.Wire.Answer;
import dev.sandboxed.serve.Wire.Box;
import dev.sandboxed.serve.Wire.Envelope;
import dev.sandboxed.serve.Wire.Stream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** In whose name files are asked for, and programs started: calls have a header for it, links a word of their query. */
class UserTests {

    private static final String FILESYSTEM = "/filesystem.Filesystem/";
    private static final String PROCESS = "/process.Process/";

    @TempDir
    private Path folder;

    private final List<List<String>> looks = new CopyOnWriteArrayList<>();
    private Server server;
    private Wire wire;
    private Box box;

    /** Says that it can run commands as others. */
    private final class Changing extends ForwardingSandboxProvider {

        Changing(SandboxProvider provider) {
            super(provider);
        }

        @Override
        public Capabilities capabilities() {
            Capabilities own = super.capabilities();
            Set<Capability> more = EnumSet.of(Capability.USER);
            more.addAll(own.features());
            return new Capabilities(own.isolation(), more, own.requirements(), own.startup());
        }

        @Override
        public Sandbox create(SandboxSpec spec) {
            return new ForwardingSandbox(provider().create(spec)) {
                @Override
                public ExecResult exec(Command command) {
                    looks.add(command.argv());
                    return super.exec(command);
                }
            };
        }
    }

    private void start(boolean canChange) throws IOException {
        UnaryOperator<SandboxProvider> change = canChange ? Changing::new : UnaryOperator.identity();
        server = Server.changed(change, folder, E2bSettings.DEFAULT);
        wire = new Wire(server.e2b());
        box = wire.create();
        box.call(FILESYSTEM + "MakeDir", "{\"path\":\"dir\"}");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCallInTheNameOfAStrangerIsRefused(boolean canChange) throws Exception {
        start(canChange);

        for (String method : List.of("Stat", "ListDir", "MakeDir", "Remove", "Move", "CreateWatcher")) {
            Answer answer = call(method, "stranger");
            assertThat(answer.status()).as(method).isEqualTo(401);
            assertThat(answer.text())
                    .isEqualTo("{\"code\":\"unauthenticated\",\"message\":\"invalid username: 'stranger'\"}");
        }
        assertThat(call("Stat", "root").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamInTheNameOfAStrangerEndsWithThat(boolean canChange) throws Exception {
        start(canChange);

        try (Stream stream = box.open(FILESYSTEM + "WatchDir", "{\"path\":\"dir\"}", authorization("stranger"))) {
            List<Envelope> said = stream.rest();

            assertThat(stream.status()).isEqualTo(200);
            assertThat(said).hasSize(1);
            assertThat(said.get(0).message().get("error").toString())
                    .isEqualTo("{\"code\":\"unauthenticated\",\"message\":\"invalid username: 'stranger'\"}");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aProgramIsNotTouchedInTheNameOfAStranger(boolean canChange) throws Exception {
        start(canChange);
        String program = "{\"process\":{\"pid\":1}}";

        for (String method : List.of("List", "SendInput", "CloseStdin", "SendSignal", "Update")) {
            Answer answer = send(PROCESS + method, program, "stranger");
            assertThat(answer.status()).as(method).isEqualTo(401);
            assertThat(answer.text())
                    .isEqualTo("{\"code\":\"unauthenticated\",\"message\":\"invalid username: 'stranger'\"}");
        }
        for (String method : List.of("Connect", "StreamInput")) {
            try (Stream stream = box.open(PROCESS + method, program, authorization("stranger"))) {
                assertThat(stream.rest().toString()).contains("invalid username: 'stranger'");
            }
        }
        assertThat(send(PROCESS + "List", "{}", "root").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"user, end", "stranger, error"})
    void aProgramIsStartedInANameThatIsKnown(String user, String last) throws Exception {
        start(false);

        try (Stream stream =
                box.open("/process.Process/Start", "{\"process\":{\"cmd\":\"/bin/true\"}}", authorization(user))) {
            List<Envelope> said = stream.rest();

            assertThat(stream.status()).isEqualTo(200);
            assertThat(said).extracting(Envelope::message).asString().contains("\"" + last + "\":{");
            assertThat(said.toString().contains("invalid username: 'stranger'")).isEqualTo(last.equals("error"));
        }
    }

    @ParameterizedTest
    @CsvSource({"true, root, 404", "true, stranger, 401", "true, -u, 401", "true, '', 401", "false, stranger, 401"})
    void aFileIsAskedForInANameThatIsKnown(boolean canChange, String user, int status) throws Exception {
        start(canChange);

        Answer answer =
                wire.send(box.request("/files?path=absent&username=" + user).build());

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        if (status == 401) {
            assertThat(answer.json().get("message").asText()).startsWith("error looking up user '" + user + "'");
        }
    }

    @ParameterizedTest
    @CsvSource({"root, 404", "stranger, 401"})
    void filesArePutTogetherInANameThatIsKnown(String user, int status) throws Exception {
        start(true);
        String message = "{\"source_paths\":[\"absent\"],\"destination\":\"x\",\"username\":\"" + user + "\"}";

        Answer answer = wire.send(box.request("/files/compose")
                .post(RequestBody.create(message, MediaType.get("application/json")))
                .build());

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"root, 1", "stranger, 2"})
    void whoWasFoundIsRememberedAndWhoWasNotMayStillCome(String user, int times) throws Exception {
        start(true);

        call("Stat", user);
        call("Stat", user);

        assertThat(looks).hasSize(times).containsOnly(List.of("id", "-u", "--", user));
    }

    private Answer call(String method, String user) throws IOException {
        return send(FILESYSTEM + method, "{\"path\":\"dir\"}", user);
    }

    private Answer send(String path, String message, String user) throws IOException {
        return wire.send(box.request(path)
                .header("Authorization", authorization(user).get("Authorization"))
                .post(RequestBody.create(message.getBytes(StandardCharsets.UTF_8), MediaType.get("application/json")))
                .build());
    }

    private static Map<String, String> authorization(String user) {
        return Map.of(
                "Authorization",
                "Basic " + Base64.getEncoder().encodeToString((user + ":").getBytes(StandardCharsets.UTF_8)));
    }
}
