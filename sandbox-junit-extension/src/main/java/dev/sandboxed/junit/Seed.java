package dev.sandboxed.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A file that lies in the sandbox before its first command. Give exactly one of text, resource and file. */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface Seed {

    /** Where it lies: absolute, or relative to the workdir. */
    String path();

    /** Its content. */
    String text() default "";

    /** A resource of the class path that holds its content, seen from the test class. */
    String resource() default "";

    /** A file or folder of the host to copy. */
    String file() default "";
}
