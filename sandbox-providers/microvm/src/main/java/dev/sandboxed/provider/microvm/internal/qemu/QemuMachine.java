package dev.sandboxed.provider.microvm.internal.qemu;

import dev.sandboxed.api.spi.Deadline;
import dev.sandboxed.process.internal.socket.ChannelSocket;
import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.MachinePlan;
import dev.sandboxed.provider.microvm.internal.machine.MonitorProcess;
import dev.sandboxed.provider.microvm.internal.machine.SavedMachine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;

/** A virtual machine of QEMU. */
final class QemuMachine implements Machine {

    private final MonitorProcess process;
    private final Qmp qmp;
    private final MachinePlan plan;
    private final boolean memoryIsFile;
    private final int port;

    /**
     * Takes over a machine.
     *
     * @param memoryIsFile whether its memory is a file in its folder, and not its own
     * @param port the port of the loopback, where QEMU is, that leads to what listens inside
     */
    QemuMachine(MonitorProcess process, Qmp qmp, MachinePlan plan, boolean memoryIsFile, int port) {
        this.process = process;
        this.qmp = qmp;
        this.plan = plan;
        this.memoryIsFile = memoryIsFile;
        this.port = port;
    }

    /** It is QEMU itself that listens, so there is nothing to wait for. */
    @Override
    public Socket connect(Duration limit) throws IOException {
        InetSocketAddress channel = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return plan.link().isPresent()
                ? process.network().call(() -> ChannelSocket.to(channel))
                : ChannelSocket.to(channel);
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public boolean endsWithin(Duration limit) {
        return process.exitCode(limit).isPresent();
    }

    @Override
    public String lastWords() {
        return process.lastWords();
    }

    /** Where its memory is a file already, all that is left for QEMU to write is the state of its devices. */
    @Override
    public void save(SavedMachine saved, Deadline deadline) throws IOException {
        qmp.run("stop", Map.of(), deadline.remaining());
        StateTransfer.save(qmp, plan.folder(), saved.state(), deadline);
        if (memoryIsFile) {
            Files.move(plan.folder().resolve(Qemu.MEMORY), saved.memory());
        }
    }

    @Override
    public void goOn(Deadline deadline) throws IOException {
        qmp.run("cont", Map.of(), deadline.remaining());
    }

    @Override
    public void close() {
        process.kill();
        qmp.close();
    }
}
