package dev.sandboxed.core.internal.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.core.internal.config.Configuration;
import dev.sandboxed.core.internal.config.Surroundings;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandedSettingsTests {

    private static final Surroundings OF_THE_DEAD = new Surroundings(
            Map.of(
                    "user.dir", "/work",
                    "sandbox.stateDir", "state of \"all\"\n",
                    "sandbox.docker.host", "unix:///run/docker.sock",
                    "sandbox.env.TOKEN", "secret"),
            Map.of());

    @Test
    void whatProvidersNeedIsHandedOverAndNothingElse() {
        String handed = HandedSettings.write(Configuration.read(OF_THE_DEAD));

        Configuration read = HandedSettings.read(
                new Surroundings(Map.of("user.dir", "/elsewhere"), Map.of(HandedSettings.VARIABLE, handed)));

        assertThat(read.stateDirectory())
                .isEqualTo(Configuration.read(OF_THE_DEAD).stateDirectory());
        assertThat(read.settingsOf("docker")).containsExactly(Map.entry("host", "unix:///run/docker.sock"));
        assertThat(handed).doesNotContain("secret");
    }
}
