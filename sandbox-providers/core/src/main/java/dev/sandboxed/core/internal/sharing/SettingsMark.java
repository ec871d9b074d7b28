package dev.sandboxed.core.internal.sharing;

import dev.sandboxed.api.ProviderContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Tells from afar whether a provider was opened with the same settings, without telling the settings: keys may be among them. */
public final class SettingsMark {

    private SettingsMark() {}

    /** Returns the mark of what a provider was opened with: its own settings and the folder for its state. */
    public static String of(ProviderContext context) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            Map<String, String> all = new TreeMap<>(context.settings());
            all.put("", context.stateDirectory().toString());
            all.forEach((key, value) -> {
                digest.update(key.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
                digest.update(value.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            });
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
