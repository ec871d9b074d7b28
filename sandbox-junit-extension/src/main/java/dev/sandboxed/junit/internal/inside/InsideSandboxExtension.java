package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.internal.guest.Inside;
import dev.sandboxed.junit.internal.injection.TestRun;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** What stands behind {@link InsideSandbox}. Inside it stands aside, and tests run as they do anywhere. */
public final class InsideSandboxExtension implements BeforeEachCallback, InvocationInterceptor {

    @Override
    public void beforeEach(ExtensionContext context) {
        if (Inside.isHere(context)) {
            return;
        }
        TestRun.wantedBy(context).ifPresent(where -> {
            throw new ExtensionConfigurationException(
                    "@InsideSandbox: " + where
                            + " wants a sandbox, and a test that runs inside one is offered no other; remove it, or @InsideSandbox");
        });
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        inside(invocation, context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        inside(invocation, context);
    }

    @Override
    public <T> T interceptTestFactoryMethod(
            Invocation<T> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        if (Inside.isHere(context)) {
            return invocation.proceed();
        }
        invocation.skip();
        throw new ExtensionConfigurationException("@InsideSandbox: " + context.getDisplayName()
                + " is a @TestFactory, whose tests exist only where it runs; write it as a @ParameterizedTest");
    }

    @Override
    public void interceptBeforeAllMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        onlyInside(invocation, context);
    }

    @Override
    public void interceptBeforeEachMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        onlyInside(invocation, context);
    }

    @Override
    public void interceptAfterEachMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        onlyInside(invocation, context);
    }

    @Override
    public void interceptAfterAllMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        onlyInside(invocation, context);
    }

    private static void inside(Invocation<@Nullable Void> invocation, ExtensionContext context) throws Throwable {
        onlyInside(invocation, context);
        if (!Inside.isHere(context)) {
            new InsideTest(context).run();
        }
    }

    private static void onlyInside(Invocation<@Nullable Void> invocation, ExtensionContext context) throws Throwable {
        if (Inside.isHere(context)) {
            invocation.proceed();
        } else {
            invocation.skip();
        }
    }
}
