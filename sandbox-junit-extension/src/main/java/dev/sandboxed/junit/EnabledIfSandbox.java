package dev.sandboxed.junit;

import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.junit.internal.injection.EnabledIfSandboxCondition;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test or a class only where a sandbox of this kind can be had. Elsewhere it is disabled, and the reason tells, for each
 * provider, why it will not do and what helps.
 *
 * <p>What the annotation leaves open is as the settings of the run say: with {@code sandbox.provider=docker} only that is asked.
 * Nothing is made; what is asked for is what providers declare, and whether they work now.
 *
 * <p>With {@code sandbox.onUnavailable=fail} set for the run, nothing is disabled: such a test fails with the same reason. It also
 * fails, whatever is set, if no provider of that name is on the class path, which may be a mistake in writing.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(EnabledIfSandboxCondition.class)
public @interface EnabledIfSandbox {

    /** The provider that must work, by name; by default any that would be chosen. */
    String provider() default "";

    /** The weakest isolation that is accepted, at most one. */
    Isolation[] isolation() default {};

    /** What the provider must declare, all of it. */
    Capability[] capability() default {};
}
