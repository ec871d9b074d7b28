package dev.sandboxed.provider.microvm.internal.firecracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.process.HostPrograms;
import dev.sandboxed.provider.microvm.internal.firecracker.ServedApi.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What Firecracker answers. The answers were recorded from the real one, version 1.16.1, built with musl as its releases are:
 * some texts are those of that C library. The stand-in must give the same. Where {@value StandIn#REAL} names a real one, that
 * is asked too.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultTableTests {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int LARGEST_BODY = 51_200;
    private static final int MOST_CONNECTIONS = 10;
    private static final Path TAP = Path.of("/dev/net/tun");

    @TempDir
    private static Path scratch;

    /** Most of what is refused changes nothing, so that one process can be asked all of it. */
    private final Map<Path, ServedApi> shared = new HashMap<>();

    private int count;

    /** A recorded answer to the last of some steps. */
    record Row(String name, List<List<String>> steps, int status, String answer, boolean ends) {

        boolean changesNothing() {
            return steps.size() == 1 && status >= 400 && !ends;
        }

        boolean needsMachine() {
            return steps.size() > 1
                    && steps.contains(List.of("PUT", "/actions", "{\"action_type\":\"InstanceStart\"}"));
        }

        boolean needsDevices() {
            return name.startsWith("device: ");
        }
    }

    /** A row, and whom to ask. */
    record Question(Path program, Row row) {
        @Override
        public String toString() {
            return program.getFileName() + ": " + row.name();
        }
    }

    private static Stream<Path> programs() {
        return Stream.concat(Stream.of(StandIn.program()), StandIn.real().stream());
    }

    private static Stream<Question> questions() throws IOException {
        List<Row> rows;
        try (InputStream recorded = StandIn.answers()) {
            rows = JSON.readValue(recorded, new TypeReference<>() {});
        }
        return programs().flatMap(program -> rows.stream().map(row -> new Question(program, row)));
    }

    @AfterAll
    void endAll() {
        shared.values().forEach(ServedApi::close);
    }

    @ParameterizedTest
    @MethodSource("questions")
    void answersAsTheRealOneDid(Question question) throws IOException {
        Row row = question.row();
        if (row.needsMachine()) {
            requireEmulator();
        }
        if (row.needsDevices()) {
            assumeTrue(HostPlatform.isRoot() && Files.isWritable(TAP), "only root makes network devices, by " + TAP);
            try (ServedApi api = begin(
                    List.of("/usr/bin/unshare", "--net", question.program().toString()))) {
                check(row, api);
            }
            return;
        }
        if (row.changesNothing()) {
            check(row, sharedApi(question.program()));
            return;
        }
        try (ServedApi api = begin(question.program())) {
            check(row, api);
        }
    }

    private static void requireEmulator() {
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "the kernel that halts at once is one for x86_64");
        assumeTrue(
                HostPrograms.locate(List.of("qemu-system-x86_64"), HostPrograms.USUAL_PATH)
                        .isPresent(),
                "the stand-in for Firecracker runs machines with qemu-system-x86_64, which is not here");
    }

    private static void check(Row row, ServedApi api) throws IOException {
        Optional<Answer> answer = Optional.empty();
        for (List<String> step : row.steps()) {
            answer = take(step, api);
        }
        Answer last = answer.orElseThrow();
        assertThat(last.status()).as(last.body()).isEqualTo(row.status());
        assertThat(readable(last.body())).isEqualTo(readable(row.answer()));
        assertThat(api.goesOn(!row.ends())).isEqualTo(!row.ends());
    }

    private static Optional<Answer> take(List<String> step, ServedApi api) throws IOException {
        switch (step.get(0)) {
            case "RESTART" -> api.restart();
            case "REMOVE" -> Files.delete(api.folder().resolve(step.get(1)));
            case "CUT" -> {
                try (FileChannel file = open(step, api)) {
                    file.truncate(Long.parseLong(step.get(2)));
                }
            }
            case "DAMAGE" -> {
                try (FileChannel file = open(step, api)) {
                    file.write(ByteBuffer.wrap(new byte[] {'X', 'X', 'X', 'X'}), Long.parseLong(step.get(2)));
                }
            }
            case "RAW" -> {
                return Optional.of(api.ask(step.get(2)));
            }
            default -> {
                return Optional.of(api.ask(step.get(0), step.get(1), step.size() > 2 ? step.get(2) : ""));
            }
        }
        return Optional.empty();
    }

    private static FileChannel open(List<String> step, ServedApi api) throws IOException {
        return FileChannel.open(api.folder().resolve(step.get(1)), StandardOpenOption.WRITE);
    }

    /** The order of members means nothing, and not all answers are JSON. */
    private static Object readable(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return text;
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void takesBodiesUpToALimit(Path program) throws IOException {
        ServedApi api = sharedApi(program);
        assertThat(api.ask("PUT", "/vsock", "x".repeat(LARGEST_BODY)).body())
                .contains("expected value at line 1 column 1");
        assertThat(api.ask("PUT", "/vsock", "x".repeat(LARGEST_BODY + 1)).body())
                .contains("Request payload with size 51201 is larger than the limit of 51200 allowed by server.");
    }

    @ParameterizedTest
    @MethodSource("programs")
    void takesKernelArgumentsUpToALimit(Path program) throws IOException {
        String body = "{\"kernel_image_path\":\"kernel\",\"boot_args\":\"" + "x".repeat(3000) + "\"}";
        assertThat(sharedApi(program).ask("PUT", "/boot-source", body))
                .isEqualTo(new Answer(
                        400,
                        "{\"fault_message\":\"Boot source error: The kernel command line is invalid: Invalid cmdline capacity"
                                + " provided.\"}"));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void servesTenConnectionsAndAnyNumberOfRequestsOverEach(Path program) throws IOException {
        List<Socket> open = new ArrayList<>();
        byte[] request = "GET /version HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        try (ServedApi api = begin(program)) {
            for (int i = 0; i < MOST_CONNECTIONS; i++) {
                Socket socket = api.connect();
                open.add(socket);
                for (int j = 0; j < 2; j++) {
                    socket.getOutputStream().write(request);
                    assertThat(ServedApi.answer(socket.getInputStream()).status())
                            .isEqualTo(200);
                }
            }
            Socket last = api.connect();
            open.add(last);
            assertThat(ServedApi.answer(last.getInputStream()))
                    .isEqualTo(new Answer(503, "{ \"error\": \"Too many open connections\" }"));
            assertThat(last.getInputStream().read()).isNegative();
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    @Test
    void theMachineOfAStandInThatIsKilledEndsWithIt() throws IOException {
        requireEmulator();
        List<ProcessHandle> machines;
        try (ServedApi api = begin(StandIn.program())) {
            api.ask("PUT", "/boot-source", "{\"kernel_image_path\":\"kernel\"}");
            Answer started = api.ask("PUT", "/actions", "{\"action_type\":\"InstanceStart\"}");
            assertThat(started).isEqualTo(new Answer(204, ""));
            machines = machinesIn(api.folder());
            assertThat(machines).hasSize(1);
        }
        await().until(() -> machines.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** The file of its memory is in the folder, and among its arguments. */
    private static List<ProcessHandle> machinesIn(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> Stream.of(process.info().arguments().orElse(new String[0]))
                        .anyMatch(argument -> argument.contains("mem-path=" + folder)))
                .toList();
    }

    private ServedApi sharedApi(Path program) throws IOException {
        ServedApi api = shared.get(program);
        if (api == null) {
            api = begin(program);
            shared.put(program, api);
        }
        return api;
    }

    /** Starts one in a folder with all files that the table names. */
    private ServedApi begin(Path program) throws IOException {
        return begin(List.of(program.toString()));
    }

    private ServedApi begin(List<String> argv) throws IOException {
        count++;
        Path folder = Files.createDirectory(scratch.resolve(String.valueOf(count)));
        Files.write(folder.resolve("kernel"), TinyKernel.bytes());
        Files.write(folder.resolve("initrd"), new byte[512]);
        Files.write(folder.resolve("drive"), new byte[65_536]);
        Files.writeString(folder.resolve("text"), "no kernel".repeat(1000));
        Files.createFile(folder.resolve("empty"));
        Files.createDirectory(folder.resolve("folder"));
        return new ServedApi(argv, folder);
    }
}
