package folderprovider;

import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** One command from its start to its end. */
final class CommandRun {

    private static final int ENOENT = 2;
    private static final int E2BIG = 7;
    private static final Duration DEATH = Duration.ofSeconds(2);

    private final Command command;
    private final ProcessMark mark;
    private final Path verdict;
    private final Process supervisor;
    private final long began;
    private final Future<?> input;
    private final Future<Output> out;
    private final Future<Output> err;

    /**
     * Start a command.
     *
     * @param launch what, where and with what environment
     * @param mark what its processes are found by
     * @param verdict the file in which its supervisor tells how it ended
     */
    CommandRun(Supervisor perl, Launch launch, ProcessMark mark, Path verdict) throws IOException {
        this.command = launch.command();
        this.mark = mark;
        this.verdict = verdict;
        Streams.tryFiles(command);
        this.began = System.nanoTime();
        this.supervisor = perl.supervise(launch.directory(), mark, verdict);
        long limit = command.outputLimit().bytes();
        byte[] request = Supervisor.request(command.argv(), mark.addedTo(launch.env()));
        this.input = inBackground("stdin", () -> Streams.feed(request, command.stdin(), supervisor.getOutputStream()));
        this.out =
                inBackground("stdout", () -> Streams.drain(supervisor.getInputStream(), command.stdoutFile(), limit));
        this.err =
                inBackground("stderr", () -> Streams.drain(supervisor.getErrorStream(), command.stderrFile(), limit));
    }

    /** What is run, on which folder of the host, and with which variables. */
    record Launch(Command command, Path directory, Map<String, String> env) {}

    /**
     * Wait for the end, or bring it about when the time is up.
     *
     * @throws IOException if the supervisor is gone without a verdict
     * @throws IllegalArgumentException if the arguments are larger than the system takes
     */
    ExecResult toEnd() throws IOException, InterruptedException {
        boolean inTime = supervisor.waitFor(command.timeout().toNanos(), TimeUnit.NANOSECONDS);
        if (!inTime) {
            kill();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        Output printed = result(out);
        Output complained = result(err);
        try {
            Ending ending = inTime ? ending(verdict(complained)) : Ending.timedOut();
            if (input.isDone()) {
                result(input);
            }
            return new ExecResult(command, ending, printed, complained, took);
        } finally {
            Files.deleteIfExists(verdict);
        }
    }

    /** The supervisor goes last, so that it can hand on what was printed. It may not even have begun yet. */
    private void kill() throws InterruptedException {
        long end = System.nanoTime() + DEATH.toNanos();
        do {
            mark.killOnceExcept(supervisor.pid());
        } while (!supervisor.waitFor(5, TimeUnit.MILLISECONDS) && System.nanoTime() < end);
        mark.killAll();
    }

    private Ending ending(String told) {
        String[] words = told.split(" ");
        int number = Integer.parseInt(words[1]);
        if (words[0].equals("ended")) {
            int signal = number & 0x7f;
            return signal == 0 ? Ending.exited(number >> 8) : Ending.signaled(new Signal(signal));
        }
        if (number == E2BIG) {
            throw new IllegalArgumentException("The arguments and environment of '"
                    + command.argv().get(0) + "' are too large for this system: "
                    + Supervisor.request(command.argv(), command.env()).length
                    + " bytes; pass large data as stdin or as a file");
        }
        return Ending.exited(number == ENOENT ? 127 : 126);
    }

    private String verdict(Output complained) throws IOException {
        try {
            return Files.readString(verdict);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "its supervisor ended with code " + supervisor.exitValue() + " and without a verdict; it printed '"
                            + complained.text().strip() + "'",
                    e);
        }
    }

    private static <T> T result(Future<T> task) throws IOException, InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(e.getCause());
        }
    }

    private static <T> Future<T> inBackground(String name, Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "folder-" + name);
        thread.setDaemon(true);
        thread.start();
        return task;
    }
}
