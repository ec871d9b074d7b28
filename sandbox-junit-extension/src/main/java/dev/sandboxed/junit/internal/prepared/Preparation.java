package dev.sandboxed.junit.internal.prepared;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.error.SandboxException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * What a test class does to a sandbox before its tests begin with copies of it.
 *
 * @param method a static method that takes the sandbox
 */
public record Preparation(Method method) {

    /**
     * Finds it by name, in the class or in those that it is nested in.
     *
     * @param where the place that names it, for people
     * @throws ExtensionConfigurationException if the class has no such method
     */
    public static Preparation find(Class<?> testClass, String name, String where) {
        return Stream.<Class<?>>iterate(testClass, Objects::nonNull, Class::getEnclosingClass)
                .flatMap(type -> ReflectionSupport.findMethod(type, name, Sandbox.class).stream())
                .filter(method -> Modifier.isStatic(method.getModifiers()) && method.getReturnType() == void.class)
                .findFirst()
                .map(Preparation::new)
                .orElseThrow(() -> new ExtensionConfigurationException("@Sandboxed on " + where + " names the method '"
                        + name + "' to prepare its sandbox, but " + testClass.getSimpleName()
                        + " has none that is static, returns nothing and takes a Sandbox; write "
                        + SourceLanguage.of(testClass)
                                .choose(
                                        "static void " + name + "(Sandbox sandbox)",
                                        "@JvmStatic fun " + name
                                                + "(sandbox: Sandbox) { … } in its companion object")));
    }

    /**
     * Prepares a sandbox.
     *
     * @throws IllegalStateException if the method throws an exception of a sandbox, which must not be taken for one about the provider
     * @throws RuntimeException whatever else the method throws
     */
    public void in(Sandbox sandbox) {
        try {
            ReflectionSupport.invokeMethod(method, null, sandbox);
        } catch (SandboxException e) {
            throw new IllegalStateException(
                    "The sandbox could not be prepared by " + method.getName() + ": " + e.getMessage(), e);
        }
    }
}
