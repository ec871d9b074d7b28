package dev.sandboxed.provider.docker.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.model.ContainerConfig;
import org.junit.jupiter.api.Test;

class BaseImageTests {

    private static BaseImage image(String... environment) {
        return new BaseImage(new InspectImageResponse().withConfig(new ContainerConfig().withEnv(environment)));
    }

    @Test
    void variablesAreTakenBackToWhatTheImageHas() {
        assertThat(image("PATH=/bin", "HOME=/home", "GONE")
                        .environmentInsteadOf(new String[] {"PATH=/x=y", "HOME=/home", "TOKEN=a=b", "GONE", "OTHER"}))
                .containsExactly("PATH=/bin", "HOME=/home", "GONE", "TOKEN", "OTHER");
    }

    @Test
    void aPathThatTheImageDoesNotHaveBecomesTheUsualOne() {
        assertThat(image().environmentInsteadOf(new String[] {"PATH=/x"}))
                .singleElement()
                .asString()
                .startsWith("PATH=/usr/local/sbin:");
    }

    @Test
    void whatAnImageDoesNotSayHasANameThatOverridesAnother() {
        BaseImage silent = new BaseImage(new InspectImageResponse());

        assertThat(silent.user()).isEqualTo("0");
        assertThat(silent.workdir()).isEqualTo("/");
        assertThat(silent.labels()).isEmpty();
        assertThat(silent.environmentInsteadOf(null)).isEmpty();
    }
}
