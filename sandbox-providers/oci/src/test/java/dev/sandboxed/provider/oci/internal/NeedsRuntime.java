package dev.sandboxed.provider.oci.internal;

import dev.sandboxed.provider.oci.internal.kernel.Kind;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Skips a test, and says why, where containers of a runtime cannot be made. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RuntimeRequired.class)
public @interface NeedsRuntime {

    /** The runtime. */
    Kind value();

    /** Whether BusyBox is needed as well, for an image made of it. */
    boolean busybox() default false;
}
