package dev.sandboxed.provider.kubernetes.internal.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerVersionTests {

    @ParameterizedTest
    @ValueSource(strings = {"v1.29.15", "v1.28.3-gke.1203000", "1.9", "v1.27.11+rke2r1"})
    void oneThatCannotEndTheInputOfACommandIsTooOld(String text) {
        assertThat(new ServerVersion(text).isTooOld()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.30.0", "v1.34.4", "v1.31.5-eks-8cce635", "v1.100.0", "v2.0.0", "unknown"})
    void whatIsNewerOrUnknownIsTried(String text) {
        assertThat(new ServerVersion(text).isTooOld()).isFalse();
    }
}
