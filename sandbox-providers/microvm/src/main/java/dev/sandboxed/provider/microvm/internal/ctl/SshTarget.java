package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.ProviderContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where {@code ssh} leads to.
 *
 * @param host the name of the machine, as ssh knows it
 * @param user whom to be there; ssh decides, if empty
 * @param port the port there; ssh decides, if empty
 * @param key the file of the key; ssh decides, if empty
 * @param strict whether the machine must be one that is known
 */
record SshTarget(String host, Optional<String> user, Optional<String> port, Optional<String> key, boolean strict) {

    private static final int HIGHEST_PORT = 65_535;

    /**
     * Reads it from the settings.
     *
     * @throws IllegalArgumentException if the host is missing, or something would be taken for an option
     */
    static SshTarget of(ProviderContext context) {
        String host = Setting.SSH_HOST
                .read(context)
                .orElseThrow(() -> new IllegalArgumentException(
                        Setting.SSH_HOST + " is not set; name the machine that has the controller"));
        requireName(Setting.SSH_HOST, host);
        Optional<String> user = Setting.SSH_USER.read(context);
        user.ifPresent(name -> requireName(Setting.SSH_USER, name));
        Optional<String> port = Setting.SSH_PORT.read(context);
        port.filter(text -> !text.matches("[0-9]{1,5}")
                        || Integer.parseInt(text) < 1
                        || Integer.parseInt(text) > HIGHEST_PORT)
                .ifPresent(text -> {
                    throw Setting.SSH_PORT.wrong(text, "give a number from 1 to " + HIGHEST_PORT);
                });
        String home = context.environment().getOrDefault("HOME", "");
        Optional<String> key = Setting.SSH_KEY_PATH
                .read(context)
                .map(path -> path.equals("~") || path.startsWith("~/") ? home + path.substring(1) : path);
        return new SshTarget(host, user, port, key, Setting.SSH_STRICT.isOn(context));
    }

    /** What begins with a dash is an option to ssh, and one of those starts any program. */
    private static void requireName(Setting setting, String value) {
        if (value.startsWith("-") || value.chars().anyMatch(c -> c <= ' ')) {
            throw setting.wrong(value, "give a name that does not begin with a dash and has no blanks");
        }
    }

    List<String> options() {
        List<String> options = new ArrayList<>();
        user.ifPresent(name -> options.addAll(List.of("-l", name)));
        port.ifPresent(number -> options.addAll(List.of("-p", number)));
        key.ifPresent(file -> options.addAll(List.of("-i", file, "-o", "IdentitiesOnly=yes")));
        if (!strict) {
            options.addAll(List.of("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"));
        }
        return options;
    }

    List<String> destination() {
        return List.of("--", host);
    }

    @Override
    public String toString() {
        return user.map(name -> name + "@").orElse("") + host;
    }
}
