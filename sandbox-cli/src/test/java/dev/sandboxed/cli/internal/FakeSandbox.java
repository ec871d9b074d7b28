package dev.sandboxed.cli.internal;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.SandboxState;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.exec.OutputChunk;
import dev.sandboxed.api.exec.OutputChunk.Source;
import dev.sandboxed.api.exec.Signal;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;

/** A sandbox in which every command prints and ends as a test says. */
final class FakeSandbox implements Sandbox {

    final SandboxSpec spec;
    final List<Command> commands = new ArrayList<>();
    final List<String> fileCalls = new ArrayList<>();
    boolean killed;
    boolean closed;

    private final Script script;

    FakeSandbox(SandboxSpec spec, Script script) {
        this.spec = spec;
        this.script = script;
    }

    /**
     * What every command does.
     *
     * @param chunks what it prints
     * @param ending how it ends
     */
    record Script(List<OutputChunk> chunks, Ending ending) {

        static Script exits(int code) {
            return new Script(List.of(), Ending.exited(code));
        }

        static Script ends(Ending ending) {
            return new Script(List.of(), ending);
        }

        Script printing(Source source, byte... bytes) {
            List<OutputChunk> more = new ArrayList<>(chunks);
            more.add(new OutputChunk(source, bytes));
            return new Script(more, ending);
        }

        Script printing(String text) {
            return printing(Source.STDOUT, text.getBytes(StandardCharsets.UTF_8));
        }

        byte[] all(Source source) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            chunks.stream().filter(chunk -> chunk.source() == source).forEach(chunk -> bytes.writeBytes(chunk.bytes()));
            return bytes.toByteArray();
        }
    }

    @Override
    public String id() {
        return "fake-1";
    }

    @Override
    public SandboxSpec spec() {
        return spec;
    }

    @Override
    public SandboxInfo info() {
        throw new UnsupportedOperationException("info");
    }

    @Override
    public boolean waitFor(SandboxState wanted, Duration timeout) {
        throw new UnsupportedOperationException("waitFor");
    }

    @Override
    public ExecResult exec(Command command) {
        commands.add(command);
        return new ExecResult(
                command,
                script.ending(),
                Output.of(script.all(Source.STDOUT)),
                Output.of(script.all(Source.STDERR)),
                Duration.ofMillis(1));
    }

    @Override
    public Execution start(Command command) {
        commands.add(command);
        return new Running(command);
    }

    @Override
    public SandboxFiles files() {
        return (SandboxFiles) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SandboxFiles.class}, (proxy, method, arguments) -> {
                    fileCalls.add(method.getName() + Arrays.toString(arguments));
                    return null;
                });
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class Running implements Execution {
        private final Command command;
        private final Queue<OutputChunk> left = new ArrayDeque<>(script.chunks());

        Running(Command command) {
            this.command = command;
        }

        @Override
        public Command command() {
            return command;
        }

        @Override
        public boolean isRunning() {
            return !left.isEmpty();
        }

        @Override
        public Optional<OutputChunk> next() {
            return Optional.ofNullable(left.poll());
        }

        @Override
        public OutputStream stdin() {
            throw new IllegalStateException("stdin is not open");
        }

        @Override
        public void signal(Signal signal) {}

        @Override
        public void kill() {
            killed = true;
        }

        @Override
        public ExecResult await() {
            return new ExecResult(command, script.ending(), Output.EMPTY, Output.EMPTY, Duration.ofMillis(1));
        }

        @Override
        public void close() {
            killed |= isRunning();
        }
    }
}
