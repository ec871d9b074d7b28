package dev.sandboxed.provider.remote.internal.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a service wants to see before it does anything. Never shown as text, and in no message. */
public final class Credential {

    private final String name;
    private final @Nullable String given;
    private final @Nullable Path file;

    /**
     * Reads the settings about it; a file wins.
     *
     * @param direct the setting that holds it
     * @param inFile the setting that names a file that holds it
     * @throws IllegalArgumentException if no header can carry it; the message does not show it
     */
    public Credential(SettingReader reader, Setting direct, Setting inFile) {
        this.name = reader.named(direct);
        this.given = reader.text(direct).map(this::sendable).orElse(null);
        this.file = reader.text(inFile).map(Path::of).orElse(null);
    }

    /**
     * Returns it, if there is one. A file that holds it is read anew each time: whoever hands out keys changes them there.
     *
     * @throws IllegalArgumentException if no header can carry what is in the file now
     */
    public Optional<String> current() {
        if (file == null) {
            return Optional.ofNullable(given);
        }
        try {
            return Optional.of(Files.readString(file).strip())
                    .filter(key -> !key.isEmpty())
                    .map(this::sendable);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private String sendable(String key) {
        if (key.chars().anyMatch(character -> character <= ' ' || character > '~')) {
            throw new IllegalArgumentException(
                    name + " has a character that no header can carry, a blank or a line break perhaps; copy it anew");
        }
        return key;
    }
}
