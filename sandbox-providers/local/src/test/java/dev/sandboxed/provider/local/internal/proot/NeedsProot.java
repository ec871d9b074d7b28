package dev.sandboxed.provider.local.internal.proot;

import dev.sandboxed.conformance.image.BusyboxRoot;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips a test, and says why, where PRoot is not installed. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsProot.Condition.class)
@interface NeedsProot {

    /** Whether BusyBox must be there as well. */
    boolean busybox() default false;

    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            boolean busybox = AnnotationSupport.findAnnotation(context.getElement(), NeedsProot.class)
                    .map(NeedsProot::busybox)
                    .orElse(false);
            if (!Files.isExecutable(Path.of("/usr/bin/proot"))) {
                return ConditionEvaluationResult.disabled("there is no /usr/bin/proot; apt-get install proot");
            }
            if (busybox && !Files.isExecutable(BusyboxRoot.PROGRAM)) {
                return ConditionEvaluationResult.disabled(
                        "there is no " + BusyboxRoot.PROGRAM + "; apt-get install busybox-static");
            }
            return ConditionEvaluationResult.enabled("PRoot is installed");
        }
    }
}
