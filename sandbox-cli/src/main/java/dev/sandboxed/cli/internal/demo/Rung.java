package dev.sandboxed.cli.internal.demo;

import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What came of the script on one provider. */
public sealed interface Rung {

    /** Returns the name of the provider. */
    String name();

    /** Returns how strongly it isolates, as it is written. */
    String isolation();

    /** Whether the script got something. */
    enum Got {
        YES,
        NO,
        /** Nothing that it could have tried it with is there. */
        NO_TOOL
    }

    /** What the provider claims to keep out, against what it kept out. */
    enum Wall {
        /** It claims none. */
        NONE,
        HELD,
        /** Nothing got through, but not all was tried. */
        HELD_AS_FAR_AS_TRIED,
        BROKEN
    }

    /**
     * The script has run to its end.
     *
     * @param declared what the provider claims
     * @param secret whether a secret file of the host was read
     * @param process whether a process of the host was seen
     * @param home whether a listener of the host was called
     * @param start how long one creation took
     * @param exec how long a command took that does nothing, the median of some
     */
    record Climbed(String name, Capabilities declared, Got secret, Got process, Got home, Duration start, Duration exec)
            implements Rung {

        @Override
        public String isolation() {
            return declared.isolation().written();
        }

        /** Returns whether the provider has kept its word. */
        public Wall wall() {
            Isolation isolation = declared.isolation();
            List<Got> claimed = new ArrayList<>();
            if (isolation.atLeast(Isolation.FILESYSTEM)) {
                claimed.add(secret);
            }
            if (isolation.atLeast(Isolation.NAMESPACE)) {
                claimed.add(process);
            }
            if (declared.has(Capability.NETWORK_NONE)) {
                claimed.add(home);
            }
            if (claimed.contains(Got.YES)) {
                return Wall.BROKEN;
            }
            if (claimed.contains(Got.NO_TOOL)) {
                return Wall.HELD_AS_FAR_AS_TRIED;
            }
            return claimed.isEmpty() ? Wall.NONE : Wall.HELD;
        }
    }

    /**
     * The script could not be run.
     *
     * @param error why
     */
    record Failed(String name, String isolation, String error) implements Rung {}

    /**
     * The provider does not work here.
     *
     * @param reason why
     */
    record Absent(String name, String isolation, String reason) implements Rung {}
}
