package dev.sandboxed.provider.remote.internal.http;

import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.Usage;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.event.NetworkAttempt;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.Ending;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.exec.Execution;
import dev.sandboxed.api.exec.Terminal;
import dev.sandboxed.api.exec.TerminalSize;
import dev.sandboxed.api.files.SandboxFiles;
import dev.sandboxed.api.snapshot.Snapshot;
import dev.sandboxed.api.snapshot.SnapshotOptions;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.provider.remote.internal.http.exec.HttpCommands;
import dev.sandboxed.provider.remote.internal.http.files.HttpFiles;
import dev.sandboxed.provider.remote.internal.http.service.Demand;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import dev.sandboxed.provider.remote.internal.http.service.ServiceClient;
import dev.sandboxed.wire.internal.AttemptWords;
import dev.sandboxed.wire.internal.Place;
import dev.sandboxed.wire.internal.SnapshotWords;
import dev.sandboxed.wire.internal.UsageWords;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Consumer;

/** A sandbox at the service, and the commands and files in it. */
final class HttpSandbox extends AbstractSandbox implements SandboxLine.Handle, Kept {

    private final SandboxLine line;
    private final HttpCommands commands;
    private final SandboxFiles files;
    private final SnapshotNames snapshots;
    private final SandboxEnd end;

    /**
     * Takes over a sandbox.
     *
     * @param snapshots knows what its snapshots are called here
     * @param end ends it at the service; called once
     */
    HttpSandbox(
            Creation creation,
            SandboxInfo info,
            Capabilities capabilities,
            ServiceClient service,
            SnapshotNames snapshots,
            Runnable end) {
        super(creation, info, capabilities);
        this.line = new SandboxLine(service, creation.id(), this);
        this.commands = new HttpCommands(line);
        this.files = new HttpFiles(line);
        this.snapshots = snapshots;
        this.end = new SandboxEnd(end);
    }

    @Override
    public void requireThere() {
        requireAlive();
    }

    @Override
    public void requireRuns() {
        requireRunning();
    }

    @Override
    public void vanished(String why) {
        end.vanished();
        destroy(why);
    }

    @Override
    public SandboxFiles files() {
        return files;
    }

    @Override
    protected ExecResult run(Command command) {
        return commands.run(command);
    }

    @Override
    protected Execution launch(Command command, Consumer<ExecResult> ended) {
        return commands.start(command, ended);
    }

    @Override
    protected Terminal open(Command command, TerminalSize size, Consumer<Ending> ended) {
        return commands.open(command, size, ended);
    }

    @Override
    protected void hold() {
        line.ask(Demand.post("Stopping the sandbox", line.path("stop")).repeatable());
    }

    @Override
    protected void letGo() {
        line.ask(Demand.post("Resuming the sandbox", line.path("resume")).repeatable());
    }

    @Override
    protected Snapshot save(SnapshotOptions options) {
        Demand demand = Demand.post("Saving the files of the sandbox", line.path("snapshots"))
                .saying(SnapshotWords.Wish.of(options));
        return line.read(demand, SnapshotWords.class, snapshots::ours);
    }

    @Override
    protected Usage measure() {
        Demand demand = Demand.get("Asking what the sandbox has used", line.path("usage"));
        return line.read(demand, UsageWords.class, UsageWords::usage);
    }

    @Override
    protected List<NetworkAttempt> attempts() {
        Demand demand = Demand.get("Asking what the sandbox has tried to reach", line.path("network"));
        return line.read(demand, AttemptWords.All.class, AttemptWords.All::list);
    }

    @Override
    protected InetSocketAddress reach(int port) {
        Demand demand = Demand.get("Asking where port " + port + " is reached", line.path("endpoint"))
                .with("port", port);
        return line.read(demand, Place.class, place -> new InetSocketAddress(place.host(), place.port()));
    }

    /** Commands that still run end with the sandbox; whoever waits for them is told now. */
    @Override
    protected void release() {
        try {
            end.run();
        } finally {
            commands.close();
        }
    }
}
