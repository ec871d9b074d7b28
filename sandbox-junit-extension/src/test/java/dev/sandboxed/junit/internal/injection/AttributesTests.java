package dev.sandboxed.junit.internal.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.entry;

import dev.sandboxed.junit.Sandboxed;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

class AttributesTests {

    @Test
    void userWorkdirAndReadOnlyRootBecomeSettings() {
        assertThat(settings(Confined.class))
                .containsOnly(
                        entry("sandbox.user", "nobody"),
                        entry("sandbox.workdir", "/work"),
                        entry("sandbox.readOnlyRoot", "true"));
    }

    @Test
    void theNetworkBecomesSettings() {
        assertThat(settings(Networked.class))
                .containsOnly(
                        entry("sandbox.network", "registry.example:443,10.0.0.0/8"),
                        entry("sandbox.ports", "80,8080"),
                        entry("sandbox.bandwidth", "1m"),
                        entry("sandbox.credentials", "https://a.example=KEY,https://b.example=X:KEY"));
    }

    @Test
    void readOnlyRootCanBeTakenBackCloserToTheTest() {
        assertThat(settings(Writable.class)).containsOnly(entry("sandbox.readOnlyRoot", "false"));
    }

    @Test
    void whatIsLeftOutIsNoSetting() {
        assertThat(settings(Plain.class)).isEmpty();
    }

    @Test
    void twoValuesForOneAttributeAreRefused() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> settings(Both.class))
                .withMessage("@Sandboxed on class Both gives 2 values for readOnlyRoot; give at most one");
    }

    @Test
    void aBlankValueIsRefusedAndNotTakenForNone() {
        assertThatExceptionOfType(ExtensionConfigurationException.class)
                .isThrownBy(() -> settings(Blank.class))
                .withMessage("@Sandboxed on class Blank gives a blank value for sandbox.user;"
                        + " leave it out for the default");
    }

    private static Map<String, String> settings(Class<?> type) {
        return Attributes.of(type.getAnnotation(Sandboxed.class), "class " + type.getSimpleName());
    }

    @Sandboxed(user = "nobody", workdir = "/work", readOnlyRoot = true)
    private static final class Confined {}

    @Sandboxed(
            allowHosts = {"registry.example:443", "10.0.0.0/8"},
            exposePorts = {80, 8080},
            bandwidth = "1m",
            credentials = {"https://a.example=KEY", "https://b.example=X:KEY"})
    private static final class Networked {}

    @Sandboxed(readOnlyRoot = false)
    private static final class Writable {}

    @Sandboxed(user = " ")
    private static final class Blank {}

    @Sandboxed
    private static final class Plain {}

    @Sandboxed(readOnlyRoot = {true, false})
    private static final class Both {}
}
