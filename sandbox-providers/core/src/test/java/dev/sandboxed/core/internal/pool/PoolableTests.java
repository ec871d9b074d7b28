package dev.sandboxed.core.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which sandboxes may be made before they are wanted. */
class PoolableTests {

    private static final Mount TOOLS = Mount.readOnly(Path.of("/opt/tools"), "/tools");
    private static final Mount CLASSES = Mount.readOnly(Path.of("/classes"), "/classes");

    private static ProviderRequest mounting(Mount mount) {
        return ProviderRequest.of(SandboxSpec.builder().mount(mount).build());
    }

    @Test
    void aPlainOneMay() {
        assertThat(Poolable.whyNot(ProviderRequest.of(SandboxSpec.defaults()))).isEmpty();
    }

    @Test
    void oneWithAFolderOfTheUsersMayNot() {
        assertThat(Poolable.whyNot(mounting(TOOLS)))
                .hasValueSatisfying(why -> assertThat(why).contains("mounts folders of the host"));
    }

    /** Tests that run inside were never made ahead, since their class path is mounted. */
    @Test
    void oneWithFoldersThatStayAsTheyAreMay() {
        assertThat(Poolable.whyNot(ProviderRequest.of(SandboxSpec.defaults()).mounting(List.of(CLASSES))))
                .isEmpty();
    }

    @Test
    void oneFolderThatMayChangeIsEnough() {
        assertThat(Poolable.whyNot(mounting(TOOLS).mounting(List.of(CLASSES)))).isPresent();
    }

    @Test
    void aTimeToLiveBeginsWithTheClaim() {
        assertThat(Poolable.whyNot(ProviderRequest.of(
                        SandboxSpec.builder().timeToLive(Duration.ofMinutes(1)).build())))
                .hasValueSatisfying(why -> assertThat(why).contains("time to live"));
    }
}
