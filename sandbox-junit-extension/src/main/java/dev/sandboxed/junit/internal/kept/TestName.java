package dev.sandboxed.junit.internal.kept;

import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/** What people call a test. */
public final class TestName {

    private TestName() {}

    /** Returns the name of a test that has failed; null for one that was aborted, which is no failure. */
    public static @Nullable String ofFailed(ExtensionContext context) {
        boolean aborted = context.getExecutionException()
                .filter(TestAbortedException.class::isInstance)
                .isPresent();
        return aborted ? null : of(context);
    }

    /** Returns class and method, with its own name where that says more; for a class the class, for a whole run that. */
    public static String of(ExtensionContext context) {
        Optional<String> type = context.getTestClass().map(Class::getName);
        Optional<String> method = context.getTestMethod().map(Method::getName);
        if (type.isEmpty()) {
            return "the run";
        }
        if (method.isEmpty()) {
            return type.get();
        }
        String shown = context.getDisplayName();
        return type.get() + "." + method.get() + (shown.startsWith(method.get() + "(") ? "" : " (" + shown + ")");
    }
}
