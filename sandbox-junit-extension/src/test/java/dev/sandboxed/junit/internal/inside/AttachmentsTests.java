package dev.sandboxed.junit.internal.inside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.junit.internal.kept.HeardLog;
import dev.sandboxed.testkit.MockSandboxProvider;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;

class AttachmentsTests {

    @Test
    void theNameOfAFileThatIsNotThereIsToldSoThatNobodyObeysIt() {
        List<Object> told = new ArrayList<>();
        ExtensionContext context = (ExtensionContext) Proxy.newProxyInstance(
                AttachmentsTests.class.getClassLoader(),
                new Class<?>[] {ExtensionContext.class},
                (proxy, method, arguments) -> told.add(arguments[1]));
        try (MockSandboxProvider provider = MockSandboxProvider.builder().build();
                Sandbox sandbox = provider.create(SandboxSpec.defaults());
                HeardLog log = new HeardLog(Attachments.class)) {
            new Attachments(context, sandbox)
                    .bring(new Attachments.Attached("a\u001b]0;b\n##vso[task.complete]", "text/plain"));

            assertThat(log.lines()).hasSize(1);
            assertThat(told).hasSize(1);
            assertThat(log.lines().get(0) + told.get(0))
                    .contains("a\\u001b]0;b\n# #vso[task.complete]")
                    .doesNotContain("\u001b", "##vso");
        }
    }
}
