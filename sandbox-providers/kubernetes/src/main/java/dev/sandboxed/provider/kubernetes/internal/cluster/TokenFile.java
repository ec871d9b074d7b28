package dev.sandboxed.provider.kubernetes.internal.cluster;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.ProviderUnavailableException;
import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A token that somebody else writes anew before it is over, so that it is read for each use.
 *
 * @param provider the name of the provider, for errors
 * @param file where it is
 */
record TokenFile(String provider, Path file) implements OAuthTokenProvider {

    /**
     * Returns it as it is now.
     *
     * @throws ProviderUnavailableException if there is none
     */
    @Override
    public String getToken() {
        Fault fault;
        try {
            String token = Files.readString(file).strip();
            if (!token.isEmpty()) {
                return token;
            }
            fault = Fault.of("The file '" + file + "' with the token for the cluster is empty");
        } catch (IOException e) {
            fault = Fault.of("The file '" + file + "' with the token for the cluster cannot be read: " + e)
                    .cause(e);
        }
        throw new ProviderUnavailableException(
                fault.provider(provider).remedy("have it written by whoever hands out tokens, or name another user"));
    }
}
