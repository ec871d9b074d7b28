package dev.sandboxed.provider.local.internal.bubblewrap;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Skips a test, and says why, where bubblewrap does not work. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BubblewrapRequired.class)
@interface NeedsBubblewrap {}
