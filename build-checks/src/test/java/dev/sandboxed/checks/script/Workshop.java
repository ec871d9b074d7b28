package dev.sandboxed.checks.script;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sandboxed.checks.tree.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A copy of {@code ./sandboxed} that sees stand-ins for Java, Maven, Docker and apt-get, and besides only the basic programs of
 * the host. Every stand-in notes its command line in {@code notes}; an engine answers while the file {@code up} is there.
 */
record Workshop(Path root) {

    private static final String SILENT =
            "busybox iptables runsc runc slirp4netns nft ip bwrap proot git mkfs.btrfs docker-registry service"
                    + " apt-cache chromium node npm python3 ssh sshd qemu-system-x86_64 qemu-system-aarch64 musl-gcc mkfs.ext4";
    private static final String BASICS =
            "awk cat cksum cp date dirname env find flock grep head ls mkdir mktemp mv readlink rm sed"
                    + " setsid sh sleep sort tail timeout touch tr true umount uname";

    private static final String NOTE = "#!/bin/sh\necho \"${0##*/} $*\" >>\"$WORK/notes\"\n";

    /** Most tests are not about what is tested in the end. */
    private static final String FEW_TESTS = """
            all_tests() { echo sandbox-providers/api; echo sandbox-providers/docker; echo sandbox-cli; }
            """;

    /** Sets everything up as on a host of root's that has all programs, where no engine runs. */
    static Workshop in(Path root) throws IOException {
        Workshop workshop = new Workshop(root);
        for (String folder : List.of("bin", "tools", "tmp", ".ci/lab", "offers", "jdk/bin")) {
            Files.createDirectories(root.resolve(folder));
        }
        for (String file : List.of("sandboxed", ".ci/engine", ".ci/kernel", ".ci/lab/kubernetes")) {
            Files.copy(Repository.find().root().resolve(file), root.resolve(file));
        }
        write(root.resolve(".ci/lanes"), Repository.find().text(".ci/lanes") + FEW_TESTS);
        for (String basic : BASICS.split(" ")) {
            workshop.borrow(basic);
        }
        write(root.resolve("jdk/bin/javac"), "#!/bin/sh\necho javac 17.0.1\n");
        write(root.resolve("jdk/bin/java"), NOTE);
        workshop.program("id", "echo 0");
        workshop.program("ldd", "exit 1");
        workshop.program("docker", "[ -f \"$WORK/up\" ]");
        for (String silent : SILENT.split(" ")) {
            workshop.program(silent, "");
        }
        workshop.program("dockerd", """
                trap 'rm "$WORK/up"; echo dockerd ended >>"$WORK/notes"; exit 0' TERM
                echo $$ >"$WORK/pids"
                touch "$WORK/up"
                while sleep 0.1; do :; done""");
        workshop.program("mvn", """
                if [ -f "$WORK/up" ]; then echo with an engine >>"$WORK/notes"; fi
                mkdir -p target/surefire-reports
                echo '<testsuite tests="3" errors="0" skipped="1" failures="0">' >target/surefire-reports/TEST-a.xml""");
        return workshop;
    }

    /** Puts a program in place, or another one in its place. */
    void program(String name, String script) throws IOException {
        write(root.resolve("bin").resolve(name), NOTE + script + "\n");
    }

    /** Takes a program away; a stand-in for apt-get finds it in {@code offers}. */
    void lack(String... names) throws IOException {
        for (String name : names) {
            Files.move(root.resolve("bin").resolve(name), root.resolve("offers").resolve(name));
        }
    }

    /** Starts the script; what it prints to standard error goes to the file {@code stderr}. */
    Process start(Map<String, String> variables, String... arguments) throws IOException {
        // A build that runs in the background has SIGINT ignored, and so would have all that it starts.
        ProcessBuilder script = new ProcessBuilder(Stream.concat(
                        Stream.of(
                                "env",
                                "--default-signal=INT,HUP",
                                root.resolve("sandboxed").toString()),
                        Stream.of(arguments))
                .toList());
        script.environment().clear();
        script.environment()
                .putAll(Map.of(
                        "PATH", root.resolve("bin") + ":" + root.resolve("tools"),
                        "JAVA_HOME", root.resolve("jdk").toString(),
                        "XDG_CACHE_HOME", root.resolve("cache").toString(),
                        "TMPDIR", root.resolve("tmp").toString(),
                        // Most tests are not about where it comes from.
                        "SANDBOX_TEST_KERNEL", root.resolve("kernel").toString(),
                        "WORK", root.toString()));
        script.environment().putAll(variables);
        return script.redirectError(root.resolve("stderr").toFile()).start();
    }

    /** Sends a signal to the script alone. */
    void signal(Process script, String signal) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + signal + " " + script.pid())
                .start()
                .waitFor();
    }

    Ran run(String... arguments) throws IOException, InterruptedException {
        return run(Map.of(), arguments);
    }

    Ran run(Map<String, String> variables, String... arguments) throws IOException, InterruptedException {
        return end(start(variables, arguments));
    }

    /** Waits for the script, and for all that it started and that can still print, and returns all that it did. */
    Ran end(Process script) throws IOException, InterruptedException {
        CompletableFuture<String> printed = CompletableFuture.supplyAsync(() -> outputOf(script));
        String stdout;
        try {
            stdout = printed.get(45, TimeUnit.SECONDS);
            script.waitFor();
        } catch (ExecutionException | TimeoutException e) {
            List<ProcessHandle> below = script.descendants().toList();
            script.destroyForcibly();
            throw new IllegalStateException(
                    "The script does not end; below it are " + below + ", and so far it said: " + text("stderr")
                            + text("notes"),
                    e);
        }
        return new Ran(
                script.exitValue(),
                stdout,
                text("stderr"),
                text("notes").lines().toList());
    }

    private static String outputOf(Process script) {
        try {
            return new String(script.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean engineAnswers() {
        return Files.exists(root.resolve("up"));
    }

    /** Returns the processes that the stand-ins noted and that still live. */
    List<ProcessHandle> survivors() throws IOException {
        return text("pids")
                .lines()
                .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
                .filter(Workshop::lives)
                .toList();
    }

    /** Returns whether a process outlives a moment; one that was killed is there until its parent has seen it. */
    private static boolean lives(ProcessHandle process) {
        return process.onExit()
                .thenApply(ended -> false)
                .completeOnTimeout(true, 5, TimeUnit.SECONDS)
                .join();
    }

    /** Lists what is left in the folder for temporary files. */
    List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(root.resolve("tmp"))) {
            return files.toList();
        }
    }

    String text(String file) throws IOException {
        Path path = root.resolve(file);
        return Files.exists(path) ? Files.readString(path) : "";
    }

    private void borrow(String program) throws IOException {
        for (String folder : System.getenv("PATH").split(":")) {
            Path real = Path.of(folder, program);
            if (Files.isExecutable(real)) {
                // Not a link: JUnit warns of each that leads out of a temporary folder.
                write(root.resolve("tools").resolve(program), "#!/bin/sh\nexec '" + real + "' \"$@\"\n");
                return;
            }
        }
    }

    private static void write(Path file, String script) throws IOException {
        Files.writeString(file, script);
        file.toFile().setExecutable(true);
    }

    /**
     * What the script did.
     *
     * @param notes the command lines of the stand-ins, in order
     */
    record Ran(int code, String stdout, String stderr, List<String> notes) {

        /** Returns the command lines of one program. */
        List<String> calls(String program) {
            return notes.stream().filter(note -> note.startsWith(program + " ")).toList();
        }
    }
}
