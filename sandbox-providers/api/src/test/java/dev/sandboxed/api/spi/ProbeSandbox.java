package dev.sandboxed.api.spi;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Output;
import dev.sandboxed.api.files.SandboxFiles;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The least sandbox that the base class allows. */
class ProbeSandbox extends AbstractSandbox {

    final AtomicInteger releases = new AtomicInteger();
    final List<String> pauses = new CopyOnWriteArrayList<>();
    final List<Command> ran = new CopyOnWriteArrayList<>();
    Runnable holding = () -> {};
    Runnable lettingGo = () -> {};
    Supplier<Ending> ending = () -> Ending.exited(0);
    private final Runnable release;

    ProbeSandbox(Creation creation, SandboxInfo identity, Capabilities capabilities, Runnable release) {
        super(creation, identity, capabilities);
        this.release = release;
    }

    @Override
    protected ExecResult run(Command command) {
        ran.add(command);
        return new ExecResult(command, ending.get(), Output.EMPTY, Output.EMPTY, Duration.ofMillis(1));
    }

    @Override
    protected void release() {
        releases.incrementAndGet();
        release.run();
    }

    @Override
    protected void hold() {
        holding.run();
        pauses.add("hold");
    }

    @Override
    protected void letGo() {
        lettingGo.run();
        pauses.add("let go");
    }

    @Override
    public SandboxFiles files() {
        requireRunning();
        throw new UnsupportedOperationException("the probe has no files");
    }
}
