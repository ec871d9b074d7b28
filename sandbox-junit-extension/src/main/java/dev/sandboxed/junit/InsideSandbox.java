package dev.sandboxed.junit;

import dev.sandboxed.junit.internal.inside.InsideSandboxExtension;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the test itself inside a sandbox: its method, with the methods before and after it, in a JVM there. What came of it is told
 * here as if it had run here: result, exception with its stack trace, output, report entries and attached files.
 *
 * <pre>{@code
 * @InsideSandbox
 * @Sandboxed(isolation = Isolation.CONTAINER, memory = "512m", timeout = "30s")
 * class PluginTests {
 *     @Test
 *     void aPluginThatNobodyHasReadSorts() {
 *         assertThat(new Plugin().sort(List.of(3, 1, 2))).containsExactly(1, 2, 3);
 *     }
 * }
 * }</pre>
 *
 * <h2>Where</h2>
 *
 * <p>On a test method or a class, whose nested classes are meant too, or on another annotation. Each test has a sandbox of its own,
 * which is as {@link Sandboxed} on the method or class and the settings say; {@link Sandboxed#timeout} is how long the JVM inside
 * may take.
 *
 * <h2>What runs where</h2>
 *
 * <ul>
 *   <li>Inside: the test method, {@code @BeforeEach}, {@code @AfterEach}, and with each test {@code @BeforeAll} and
 *       {@code @AfterAll}. Parameters of {@code @ParameterizedTest} are made there too.
 *   <li>Here: nothing of these. But JUnit makes an instance of the class here as well, evaluates conditions and
 *       calls other extensions. With the annotation on a method only, {@code @BeforeAll} and {@code @AfterAll} of its class run here, too.
 * </ul>
 *
 * <p>Classes and resources of the class path are there inside, read-only where the provider can mount; files of the project are not.
 * Neither are system properties: see {@link #jvmArguments}.
 *
 * <h2>Failing</h2>
 *
 * <p>The test fails as it failed inside: with an {@link org.opentest4j.AssertionFailedError}, or with a
 * {@link FailedInsideException} that stands for any other exception. It fails with an {@link InsideSandboxException} if no JDK runs
 * inside, and if the JVM ended before the test did, whatever ended it. A {@code @TestFactory}, and a parameter or field that wants a
 * {@link dev.sandboxed.api.Sandbox}, are refused with an {@link org.junit.jupiter.api.extension.ExtensionConfigurationException}.
 *
 * <p>What a test tells of itself is believed: one that means harm can say that it passed.
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(InsideSandboxExtension.class)
public @interface InsideSandbox {

    /** More arguments for the JVM inside, as in {@code -Dname=value} or {@code -Xmx1g}; they win over those it has anyway. */
    String[] jvmArguments() default {};
}
