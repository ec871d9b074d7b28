package dev.sandboxed.provider.local.internal.worktree;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Skips a test, and says why, where git is not installed. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsGit.Condition.class)
@interface NeedsGit {

    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            try {
                new ProcessBuilder("git", "--version").start().onExit().join();
                return ConditionEvaluationResult.enabled("git is installed");
            } catch (IOException e) {
                return ConditionEvaluationResult.disabled("git is not installed: " + e.getMessage());
            }
        }
    }
}
