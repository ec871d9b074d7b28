package dev.sandboxed.junit;

import dev.sandboxed.api.code.AgentCase;
import dev.sandboxed.junit.internal.cases.AgentCasesExtension;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test once for each case of a folder, a pair of files {@code NAME.in} and {@code NAME.out}; it stands in place of {@code @Test}. A
 * parameter of type {@link AgentCase} gets the case.
 *
 * <pre>{@code
 * @AgentCases("cases/sorting")
 * void sorts(AgentCase agentCase, Sandbox sandbox) {
 *     assertThat(sandbox.run(Code.python(answer).on(agentCase))).passed();
 * }
 * }</pre>
 *
 * <p>The test fails before it begins if there is no such folder, it has no case, or one of a pair is missing. For {@code @ParameterizedTest}
 * there is {@link AgentCase#in}, which a {@code @MethodSource} can return.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@ExtendWith(AgentCasesExtension.class)
public @interface AgentCases {

    /**
     * The folder: looked up from the directory that the tests run in, and if it is not there, from the root of the class path, where a build
     * puts its test resources.
     */
    String value();
}
