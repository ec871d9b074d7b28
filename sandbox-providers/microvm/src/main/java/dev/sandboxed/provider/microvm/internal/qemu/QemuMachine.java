package dev.sandboxed.provider.microvm.internal.qemu;

import dev.sandboxed.provider.microvm.internal.machine.Machine;
import dev.sandboxed.provider.microvm.internal.machine.MonitorProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** A virtual machine of QEMU. */
final class QemuMachine implements Machine {

    private final MonitorProcess process;
    private final Qmp qmp;
    private final int port;

    /**
     * Takes over a machine.
     *
     * @param port the port of this host's loopback that leads to what listens inside
     */
    QemuMachine(MonitorProcess process, Qmp qmp, int port) {
        this.process = process;
        this.qmp = qmp;
        this.port = port;
    }

    @Override
    public Socket connect(Duration limit) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int)
                    Math.max(1, Math.min(limit.toMillis(), Integer.MAX_VALUE)));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public String lastWords() {
        return process.lastWords();
    }

    @Override
    public void close() {
        process.kill();
        qmp.close();
    }
}
