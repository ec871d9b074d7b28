package dev.sandboxed.assertions;

import java.util.function.Consumer;
import org.assertj.core.api.AbstractSoftAssertions;
import org.assertj.core.api.SoftAssertionsProvider;
import org.assertj.core.api.StandardSoftAssertionsProvider;

/**
 * Soft assertions of this library and of AssertJ: a test goes on after a failure and reports all of them in the end.
 *
 * <pre>{@code
 * SandboxSoftAssertions.assertSoftly(softly -> {
 *     softly.assertThat(run).succeeded().stdout().isEqualTo("1\n");
 *     softly.assertThat(sandbox).hasFile("/workspace/out.txt").withContent("done\n");
 *     softly.assertThat(attempts).isEqualTo(1);
 * });
 * }</pre>
 *
 * <p>Whoever makes one calls {@link #assertAll()} in the end; AssertJ's {@code SoftAssertionsExtension} injects one into a
 * test and does that by itself.
 */
public class SandboxSoftAssertions extends AbstractSoftAssertions
        implements StandardSoftAssertionsProvider, SandboxSoftAssertionsProvider {

    /**
     * Runs assertions, and fails in the end if any of them did.
     *
     * @throws AssertionError with the whole message of every failure
     */
    public static void assertSoftly(Consumer<SandboxSoftAssertions> assertions) {
        SoftAssertionsProvider.assertSoftly(SandboxSoftAssertions.class, assertions);
    }
}
