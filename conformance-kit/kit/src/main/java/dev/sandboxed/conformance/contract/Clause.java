package dev.sandboxed.conformance.contract;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Ties a test to the clause of the contract that it examines. Several tests may examine one clause. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Clause {

    /** The id, as in {@code EXEC-16}. */
    String value();

    /** How long the test may take on an ordinary machine before it is given up as failed, in seconds. */
    int seconds() default 30;
}
