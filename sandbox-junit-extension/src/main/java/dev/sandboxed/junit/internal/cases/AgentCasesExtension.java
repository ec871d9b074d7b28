package dev.sandboxed.junit.internal.cases;

import dev.sandboxed.api.code.AgentCase;
import dev.sandboxed.junit.AgentCases;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** What stands behind {@link AgentCases}. */
public final class AgentCasesExtension implements TestTemplateInvocationContextProvider {

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), AgentCases.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        AgentCases wanted = AnnotationSupport.findAnnotation(context.getTestMethod(), AgentCases.class)
                .orElseThrow();
        try {
            return AgentCase.in(CaseFolder.find(wanted.value(), context.getRequiredTestClass())).stream()
                    .map(Invocation::new);
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(
                    "@AgentCases(\"" + wanted.value() + "\") on " + context.getRequiredTestMethod() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    /** The test with one case. */
    private record Invocation(AgentCase agentCase) implements TestTemplateInvocationContext {

        @Override
        public String getDisplayName(int index) {
            return "[" + index + "] " + agentCase.name();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Resolver(agentCase));
        }
    }

    /** Passes its case to a test. */
    private record Resolver(AgentCase agentCase) implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == AgentCase.class;
        }

        @Override
        public AgentCase resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return agentCase;
        }
    }
}
