package dev.sandboxed.provider.oci;

import dev.sandboxed.provider.oci.container.Container;
import java.io.IOException;

/** Holds a container still, for as long as anybody wants: who stopped the sandbox, and who saves its files. */
final class Stillness {

    private final Container container;
    private int reasons;
    private int moments;

    Stillness(Container container) {
        this.container = container;
    }

    /**
     * Hold it.
     *
     * @param forAMoment whether it is let go again without anybody asking for it
     * @throws IOException if it cannot be held
     */
    synchronized void begin(boolean forAMoment) throws IOException {
        if (reasons == 0) {
            container.hold();
        }
        reasons++;
        moments += forAMoment ? 1 : 0;
    }

    /**
     * Want it held no longer.
     *
     * @throws IOException if it cannot be let go
     */
    synchronized void end(boolean forAMoment) throws IOException {
        reasons = Math.max(0, reasons - 1);
        moments -= forAMoment ? 1 : 0;
        notifyAll();
        if (reasons == 0) {
            container.letGo();
        }
    }

    /** Wait until nobody saves files; whoever stopped the sandbox is not waited for. */
    synchronized void awaitMotion() {
        boolean interrupted = false;
        while (moments > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
