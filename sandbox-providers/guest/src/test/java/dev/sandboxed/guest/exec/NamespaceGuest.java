package dev.sandboxed.guest.exec;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A guest made of two namespaces of this host: its processes see only each other, and all die with the first of them. Less
 * would not do: supervisors look at all processes that they see, and in the worst case kill them. As with containers, the
 * outputs of the first process end only with the guest.
 */
final class NamespaceGuest implements GuestRuntime, AutoCloseable {

    /** Ends by itself some time after a JVM that was killed. */
    private static final List<String> UNSHARE = List.of(
            "/usr/bin/timeout",
            "--signal=KILL",
            "120",
            "/usr/bin/unshare",
            "--pid",
            "--fork",
            "--mount-proc",
            "--kill-child");

    private static final boolean POSSIBLE = canUnshare();

    final Path workdir;
    final GuestCommands commands;
    /** How many processes were started, the first one not counted. */
    final AtomicInteger started = new AtomicInteger();
    /** What explains the end of processes, if not their exit codes. */
    @Nullable
    Supplier<Ending> explanation;

    /** What is started instead of further supervisors, if anything. */
    @Nullable
    Supplier<List<String>> refusal;

    /** What kills commands instead of supervisors, and is told the supervisor, the mark and the command; if anything. */
    @Nullable
    Consumer<List<String>> killer;

    private final Shell shell;
    private final Path tools;
    private final LocalChannel first;
    private final Queue<LocalChannel> channels = new ConcurrentLinkedQueue<>();
    private final Queue<Process> processes = new ConcurrentLinkedQueue<>();
    private final long init;

    NamespaceGuest(Shell shell, Path folder) throws IOException {
        this(shell, folder, Map.of());
    }

    /** Makes one whose commands are given secrets. */
    NamespaceGuest(Shell shell, Path folder, Map<String, String> secrets) throws IOException {
        Assumptions.assumeTrue(POSSIBLE, "This host does not let us make namespaces");
        this.shell = shell;
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        workdir = Files.createDirectory(folder.resolve("work dir"));
        tools = Files.createDirectory(folder.resolve("tools"));
        shell.installIn(tools);
        String word = SupervisorScript.word();
        first = new LocalChannel(launch(UNSHARE, SupervisorScript.first(word), SupervisorScript.environment()));
        Map<String, String> env = new HashMap<>(secrets);
        env.putAll(Map.of("GREETING", "hello", "LANG", "C.UTF-8"));
        GuestCommands.Home home = new GuestCommands.Home(
                workdir.toString(),
                env,
                secrets.keySet(),
                what -> Fault.of(what).provider("local").sandbox("sbx-1"));
        commands = new GuestCommands(this, home, first, word);
        commands.awaitReady();
        init = first.process
                .descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/unshare"))
                .flatMap(ProcessHandle::children)
                .findFirst()
                .orElseThrow()
                .pid();
    }

    private static boolean canUnshare() {
        try {
            return new ProcessBuilder(Stream.concat(UNSHARE.stream(), Stream.of("/bin/true"))
                                    .toList())
                            .start()
                            .onExit()
                            .join()
                            .exitValue()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Every process has a session of its own: what it sends to its process group must not reach us. */
    @Override
    public LocalChannel start(GuestProcess process) throws IOException {
        started.incrementAndGet();
        List<String> all = new ArrayList<>(
                List.of("/usr/bin/nsenter", "--target", String.valueOf(init), "--pid", "--mount", "--wd=" + workdir));
        if (process.user() != null && refusal == null) {
            all.addAll(List.of("--setuid", process.user(), "--setgid", process.user()));
        }
        LocalChannel channel =
                new LocalChannel(launch(all, refusal == null ? process.argv() : refusal.get(), process.env()));
        channels.add(channel);
        return channel;
    }

    /** Has all connections that there are tell of the next command's errors before they tell that it has begun. */
    void hearErrorsFirst(int bytes) {
        first.hearErrorsFirst(bytes);
        channels.forEach(channel -> channel.hearErrorsFirst(bytes));
    }

    /** Breaks all connections that there are, as a network does. What was started over them runs on. */
    void breakConnections() {
        first.breakOff();
        channels.forEach(LocalChannel::breakOff);
    }

    private Process launch(List<String> into, List<String> argv, Map<String, String> env) throws IOException {
        List<String> all = new ArrayList<>(into);
        all.addAll(List.of("/usr/bin/setsid", tools.resolve("sh").toString()));
        all.addAll(argv.subList(1, argv.size()));
        ProcessBuilder builder = new ProcessBuilder(all).directory(workdir.toFile());
        builder.environment().clear();
        builder.environment().putAll(env);
        builder.environment().put("PATH", tools.toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    @Override
    public boolean kill(String supervisor, String mark, String command) {
        if (killer != null) {
            killer.accept(List.of(supervisor, mark, command));
        }
        return killer != null;
    }

    /** Kills those inside that run this program, from outside, until there are none. */
    void killAll(String program) {
        do {
            processes.stream()
                    .flatMap(Process::descendants)
                    .filter(process -> runs(Path.of("/proc/" + process.pid()), program))
                    .forEach(ProcessHandle::destroyForcibly);
        } while (running(program) > 0);
    }

    @Override
    public Ending explain(GuestChannel lost, String printed) {
        if (explanation != null) {
            return explanation.get();
        }
        if (lost == first && first.process.isAlive()) {
            return Ending.signaled(Signal.KILL);
        }
        int code = ((LocalChannel) lost).process.onExit().join().exitValue();
        return code > 128 ? Ending.signaled(new Signal(code - 128)) : Ending.exited(code);
    }

    ExecResult run(Command command) {
        return commands.run(command);
    }

    ExecResult sh(String script) {
        return run(Command.shell(script));
    }

    Execution begin(Command command) {
        return commands.start(command, result -> {});
    }

    Path at(String name) {
        return workdir.resolve(name);
    }

    /** Counts the processes inside that run this program; the dead that nobody has buried do not count. */
    long running(String program) {
        Path proc = Path.of("/proc/" + init + "/root/proc");
        try (Stream<Path> all = Files.list(proc)) {
            return all.filter(path -> runs(path, program)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean runs(Path process, String program) {
        try {
            return Files.readString(process.resolve("cmdline"))
                    .replace('\0', ' ')
                    .contains(program);
        } catch (IOException e) {
            return false;
        }
    }

    /** Kills all supervisors, those that wait or are just being made included, but not the first process. */
    void killSupervisors() {
        do {
            Stream<ProcessHandle> others = processes.stream()
                    .filter(process -> process != first.process)
                    .flatMap(Process::descendants);
            Stream.concat(others, ProcessHandle.of(init).stream().flatMap(ProcessHandle::descendants))
                    .forEach(ProcessHandle::destroyForcibly);
        } while (running("SANDBOXED_SUPERVISOR") > 1);
    }

    /** Ends all of its processes. */
    void end() {
        ProcessHandle.of(init).ifPresent(ProcessHandle::destroyForcibly);
        processes.forEach(process -> process.onExit().join());
    }

    @Override
    public void close() throws IOException {
        commands.close();
        end();
        shell.removeFrom(tools);
    }
}
