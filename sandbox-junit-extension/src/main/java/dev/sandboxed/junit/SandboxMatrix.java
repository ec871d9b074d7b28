package dev.sandboxed.junit;

import dev.sandboxed.junit.internal.injection.SandboxMatrixExtension;
import dev.sandboxed.junit.internal.injection.SandboxedExtension;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the same test, or all tests of a class, on each of several providers or images, or on each provider with each image.
 *
 * <p>On a method it stands in place of {@code @Test}; on a class the tests keep theirs, and all of them run once for each
 * combination. Sandboxes are injected as with {@link Sandboxed}, which may stand beside it for limits, the network and whatever
 * else is the same for all; provider and image of the combination win over any other setting. What a method says wins over what
 * its class says. Sandboxes of {@code @BeforeAll}, {@code @AfterAll} and static fields belong to the class as such, and to no
 * combination.
 *
 * <p>A combination that cannot be had here is skipped, with the reason and what helps; with {@code sandbox.onUnavailable=fail} set
 * for the run it fails with that. A name that no provider on the class path has, and an annotation that names neither a
 * provider nor an image, are failures.
 */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@TestTemplate
@ClassTemplate
@ExtendWith(SandboxMatrixExtension.class)
@ExtendWith(SandboxedExtension.class)
public @interface SandboxMatrix {

    /** The providers, by name; {@code auto} is whichever would be chosen. None: only that. */
    String[] providers() default {};

    /** The images, as {@link Sandboxed#image} takes them. None: what other settings say. */
    String[] images() default {};
}
