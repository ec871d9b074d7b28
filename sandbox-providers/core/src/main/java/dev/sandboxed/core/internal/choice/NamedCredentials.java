package dev.sandboxed.core.internal.choice;

import dev.sandboxed.api.spec.Credential;
import dev.sandboxed.api.spec.Secret;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads credentials as settings write them: {@code https://api.example=API_KEY} for the header {@code Authorization: Bearer …}, or
 * {@code https://api.example=X-Api-Key:API_KEY} for another header, separated by commas. A setting never has the key itself: it
 * names a variable of this process's environment.
 */
final class NamedCredentials {

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private NamedCredentials() {}

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if one is not written so, if its variable is not set, or if {@link Credential} refuses it
     */
    static List<Credential> read(String text, Map<String, String> environment) {
        return Stream.of(text.split(",", -1))
                .map(entry -> one(entry.strip(), environment))
                .toList();
    }

    /** Whoever writes the key itself by mistake does not find it in the message. */
    private static Credential one(String entry, Map<String, String> environment) {
        int equals = entry.indexOf('=');
        String service = equals < 0 ? "" : entry.substring(0, equals);
        String named = entry.substring(equals + 1);
        int colon = named.indexOf(':');
        String variable = named.substring(colon + 1);
        if (service.isEmpty() || !VARIABLE.matcher(variable).matches()) {
            throw new IllegalArgumentException("what is given for '" + service
                    + "' is no name of an environment variable; write https://api.example=API_KEY,"
                    + " or https://api.example=X-Api-Key:API_KEY for another header, and never the key itself");
        }
        Secret key = key(variable, service, environment);
        return colon < 0 ? Credential.bearer(service, key) : Credential.of(service, named.substring(0, colon), key);
    }

    private static Secret key(String variable, String service, Map<String, String> environment) {
        @Nullable String value = environment.get(variable);
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("the environment variable that should have the key for " + service
                    + " is not set; set it where the tests run, or give the name of another");
        }
        return Secret.of(value.strip());
    }
}
