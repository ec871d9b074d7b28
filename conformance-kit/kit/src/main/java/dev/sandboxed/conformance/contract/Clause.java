package dev.sandboxed.conformance.contract;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;

/** Marks a method as a test of a clause of the contract. Several tests may examine one clause. */
@Test
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Clause {

    /** The id, as in {@code EXEC-16}. */
    String value();

    /** How long the test may take on an ordinary machine before it is given up as failed, in seconds. */
    int seconds() default 30;
}
