package dev.sandboxed.junit.internal.prepared;

import dev.sandboxed.api.Sandbox;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * What a test class does to a sandbox before its tests begin with copies of it.
 *
 * @param method a static method that takes the sandbox
 */
public record Preparation(Method method) {

    /**
     * Finds it by name.
     *
     * @param where the place that names it, for people
     * @throws ExtensionConfigurationException if the class has no such method
     */
    public static Preparation find(Class<?> testClass, String name, String where) {
        return ReflectionSupport.findMethod(testClass, name, Sandbox.class)
                .filter(method -> Modifier.isStatic(method.getModifiers()) && method.getReturnType() == void.class)
                .map(Preparation::new)
                .orElseThrow(() -> new ExtensionConfigurationException("@Sandboxed on " + where + " names the method '"
                        + name + "' to prepare its sandbox, but " + testClass.getSimpleName()
                        + " has none that is static, returns nothing and takes a Sandbox; write static void " + name
                        + "(Sandbox sandbox)"));
    }

    /** Prepares a sandbox; throws whatever the method throws. */
    public void in(Sandbox sandbox) {
        ReflectionSupport.invokeMethod(method, null, sandbox);
    }
}
