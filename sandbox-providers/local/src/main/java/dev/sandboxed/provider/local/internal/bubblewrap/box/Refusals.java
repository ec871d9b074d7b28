package dev.sandboxed.provider.local.internal.bubblewrap.box;

import dev.sandboxed.guest.exec.SupervisorScript;
import dev.sandboxed.process.internal.output.ByteSink;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/** Reads from what the first process says at which doors it could start nothing. */
final class Refusals implements ByteSink {

    private static final int LONGEST_NUMBER = 9;

    private final IntConsumer refused;
    private final StringBuilder line = new StringBuilder();

    Refusals(IntConsumer refused) {
        this.refused = refused;
    }

    @Override
    public void accept(byte[] bytes, int length) {
        line.append(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
        for (int end = line.indexOf("\n"); end >= 0; end = line.indexOf("\n")) {
            String said = line.substring(0, end);
            line.delete(0, end + 1);
            if (said.matches(SupervisorScript.REFUSED + "[0-9]{1," + LONGEST_NUMBER + "}")) {
                refused.accept(Integer.parseInt(said.substring(SupervisorScript.REFUSED.length())));
            }
        }
        // Nobody but the first process writes here, and it never writes that much.
        line.setLength(Math.min(line.length(), SupervisorScript.REFUSED.length() + LONGEST_NUMBER));
    }
}
