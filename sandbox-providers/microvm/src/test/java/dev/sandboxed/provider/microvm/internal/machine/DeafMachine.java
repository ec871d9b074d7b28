package dev.sandboxed.provider.microvm.internal.machine;

import dev.sandboxed.api.spi.Deadline;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;

/**
 * A machine that is there, and in which nobody listens.
 *
 * @param dying whether its process is about to end
 */
public record DeafMachine(boolean dying) implements Machine {

    @Override
    public Socket connect(Duration limit) throws IOException {
        throw new ConnectException("Connection refused");
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    @Override
    public boolean endsWithin(Duration limit) {
        return dying;
    }

    @Override
    public String lastWords() {
        return "the last words";
    }

    @Override
    public void save(SavedMachine saved, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void goOn(Deadline deadline) {}

    @Override
    public void close() {}
}
