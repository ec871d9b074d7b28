package dev.sandboxed.provider.docker.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Skips a test, and says why, where no engine answers, or none that knows a runtime. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(EngineRequired.class)
public @interface NeedsDocker {

    /** The runtime that the engine must know; any will do if it is empty. */
    String runtime() default "";
}
