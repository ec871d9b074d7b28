package dev.sandboxed.conformance.hostile;

import dev.sandboxed.api.SandboxProviderFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.opentest4j.AssertionFailedError;

/**
 * The whole hostile set as one test class, for the suite of a provider. Extend it and say which provider:
 *
 * <pre>{@code
 * class MyProviderHostileTests extends HostileSet {
 *     @Override
 *     public SandboxProviderFactory factory() {
 *         return new MyProviderFactory();
 *     }
 * }
 * }</pre>
 *
 * <p>Each {@link HostileScript} is a test. It passes when the host and another sandbox are unharmed, the result is typed, and
 * nothing is left; and when the script got nothing that the declared isolation and limits have to keep from it. It is skipped
 * where it would harm the host of a provider that does not declare to stop it. The class fails as a whole if the provider does
 * not work on this host.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class HostileSet {

    private @Nullable HostileRun run;

    /** Returns what opens the provider. */
    public abstract SandboxProviderFactory factory();

    /** Returns settings for the provider. */
    public Map<String, String> settings() {
        return Map.of();
    }

    /** Returns the factor by which every deadline is stretched, on slow machines. */
    public double patience() {
        return 1;
    }

    @BeforeAll
    final void open() {
        run = new HostileRun(factory(), settings(), patience());
    }

    @TestFactory
    final Stream<DynamicTest> theHostSurvives() {
        HostileRun opened = Objects.requireNonNull(run);
        return Arrays.stream(HostileScript.values())
                .map(script -> DynamicTest.dynamicTest(script.written(), () -> opened.attempt(script)));
    }

    @AfterAll
    final void nothingIsLeftBehind() {
        List<String> left = run == null ? List.of() : run.conclude();
        if (!left.isEmpty()) {
            throw new AssertionFailedError("The provider left something behind:\n  " + String.join("\n  ", left));
        }
    }
}
