package dev.sandboxed.provider.remote.internal.http.exec;

import dev.sandboxed.process.internal.thread.Alarm;
import dev.sandboxed.wire.internal.Frame;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.Supplier;
import okhttp3.Call;

/**
 * Reads what becomes of a command from the answer to the request for it. The service speaks up when there is nothing to say, so that
 * a connection that nobody serves any more is noticed.
 */
public final class FrameReader {

    /** How long a service may say nothing: several times as long as one that lives does. */
    public static final Duration SILENCE = Duration.ofSeconds(20);

    private final Call call;
    private final InputStream answer;

    /**
     * Reads an answer.
     *
     * @param call the request, which is given up when nothing comes for too long
     */
    public FrameReader(Call call, InputStream answer) {
        this.call = call;
        this.answer = answer;
    }

    /**
     * Waits for the next frame.
     *
     * @param tooLate says what went wrong if none comes within the time
     * @throws IOException if none comes within the time, the answer ends or breaks, or it is no row of frames
     */
    public Frame next(Duration longest, Supplier<String> tooLate) throws IOException {
        Alarm alarm = Alarm.in(longest, call::cancel);
        try {
            return Frame.read(answer)
                    .orElseThrow(() -> new EOFException("The answer was cut off before the end of the command"));
        } catch (IOException e) {
            throw alarm.hasRung() ? new IOException(tooLate.get(), e) : e;
        } finally {
            alarm.silence();
        }
    }

    /** Says that nothing came. */
    public static String unheard(Duration silence) {
        return "No word of the command for " + silence.toMillis() + " ms";
    }
}
