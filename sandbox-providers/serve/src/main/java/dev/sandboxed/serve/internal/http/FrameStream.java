package dev.sandboxed.serve.internal.http;

import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.serve.internal.web.Exchange;
import dev.sandboxed.serve.internal.web.Timers;
import dev.sandboxed.wire.internal.CommandEvent;
import dev.sandboxed.wire.internal.Contract;
import dev.sandboxed.wire.internal.Frame;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/** The answer to a command. While there is nothing to say, it says so, and finds out whether anybody listens. */
final class FrameStream implements AutoCloseable {

    private static final Logger LOG = System.getLogger(FrameStream.class.getName());
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final Exchange exchange;
    private final Runnable whenNobodyListens;
    private final Future<?> signOfLife;
    private final ReentrantLock sending = new ReentrantLock();
    private long lastSent = System.nanoTime();
    private boolean over;

    FrameStream(Exchange exchange, Timers timers, Runnable whenNobodyListens) {
        this.exchange = exchange;
        this.whenNobodyListens = whenNobodyListens;
        exchange.with("Content-Type", Contract.FRAMES).begin(200);
        this.signOfLife = timers.every(SILENCE.dividedBy(2), this::saySomething);
    }

    /** Passes on all that a command says, until its end. */
    void passOn(RunningCommand command) throws IOException {
        send(Frame.of(CommandEvent.STARTED), false);
        CommandEvent end;
        try {
            for (Optional<Frame> frame = command.next(); frame.isPresent(); frame = command.next()) {
                send(frame.get(), false);
            }
            end = command.end();
        } catch (SandboxException e) {
            end = CommandEvent.failed(e);
        }
        send(Frame.of(end), true);
    }

    private void send(Frame frame, boolean last) throws IOException {
        sending.lock();
        try {
            over = last;
            exchange.send(frame.written(), last);
            lastSent = System.nanoTime();
        } finally {
            sending.unlock();
        }
    }

    private void saySomething() {
        try {
            sayIfSilent();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "Nobody listens to a command any more", e);
            whenNobodyListens.run();
        }
    }

    /** Whoever sends just now is heard anyway, or waits for a slow reader, for which nobody else must wait. */
    private void sayIfSilent() throws IOException {
        if (sending.tryLock()) {
            try {
                if (!over && System.nanoTime() - lastSent > SILENCE.dividedBy(2).toNanos()) {
                    send(Frame.of(CommandEvent.NONE), false);
                }
            } finally {
                sending.unlock();
            }
        }
    }

    @Override
    public void close() {
        signOfLife.cancel(false);
    }
}
