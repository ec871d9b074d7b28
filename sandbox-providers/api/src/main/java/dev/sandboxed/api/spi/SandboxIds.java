package dev.sandboxed.api.spi;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Makes ids that are unique across processes and hosts and fit into a file name, a label and a host name. */
public final class SandboxIds {

    private static final SecureRandom RANDOM = new SecureRandom();

    private SandboxIds() {}

    public static String next(String prefix) {
        byte[] bytes = new byte[8];
        RANDOM.nextBytes(bytes);
        return prefix + "-" + HexFormat.of().formatHex(bytes);
    }
}
