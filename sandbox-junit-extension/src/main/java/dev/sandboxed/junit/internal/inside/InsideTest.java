package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.exec.Command;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.limit.DataSize;
import dev.sandboxed.junit.InsideSandbox;
import dev.sandboxed.junit.internal.guest.GuestMain;
import dev.sandboxed.junit.internal.guest.GuestRequest;
import dev.sandboxed.junit.internal.injection.TestRun;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** One test that is run inside a sandbox of its own. */
final class InsideTest {

    private static final String ENGINE = "[engine:junit-jupiter]";

    /** What a build may have told JUnit and a file on the class path does not say; there is no way to ask for all. */
    private static final List<String> PARAMETERS = List.of(
            "junit.jupiter.conditions.deactivate",
            "junit.jupiter.extensions.autodetection.enabled",
            "junit.jupiter.testinstance.lifecycle.default",
            "junit.jupiter.execution.timeout.default",
            "junit.jupiter.displayname.generator.default");

    /** Beyond it a flood is read and dropped, so that it fills nobody's memory. */
    private static final DataSize MOST_OUTPUT = DataSize.ofMebibytes(4);

    private final ExtensionContext context;

    InsideTest(ExtensionContext context) {
        this.context = context;
    }

    /** Runs it; throws what stands for the failure that it had inside. */
    void run() throws Throwable {
        InsideRun run = InsideRun.of(context);
        TestRun tests = TestRun.of(context);
        Sandbox sandbox = tests.claimFor(context, run::mounting);
        GuestJava java = run.java(sandbox);
        Shipment shipment = run.shipment();
        if (java.way() == Way.UPLOADED) {
            shipment.upload(sandbox);
        }
        List<String> argv = new ArrayList<>(
                java.command(java.way().classPathFile(shipment), sandbox.spec().limits()));
        argv.addAll(run.archives().argumentsFor(java, tests.requestOf(context)));
        argv.addAll(jvmArguments());
        argv.add(GuestMain.class.getName());
        ExecResult result =
                sandbox.exec(Command.of(argv).stdin(request().written()).outputLimit(MOST_OUTPUT));
        PrintedInside.repeat(result);
        new Homecoming(context, sandbox, result).arrive();
    }

    private GuestRequest request() {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String name : PARAMETERS) {
            context.getConfigurationParameter(name).ifPresent(value -> parameters.put(name, value));
        }
        String id = context.getUniqueId();
        // Below a suite the engine of the test is not the first.
        return new GuestRequest(id.substring(id.lastIndexOf(ENGINE)), parameters);
    }

    /** Those of the class first, so that those of the method win. */
    private List<String> jvmArguments() {
        List<String> arguments = new ArrayList<>();
        List<AnnotatedElement> elements = new ArrayList<>();
        for (Class<?> type = context.getRequiredTestClass(); type != null; type = type.getEnclosingClass()) {
            elements.add(0, type);
        }
        elements.add(context.getRequiredTestMethod());
        for (AnnotatedElement element : elements) {
            AnnotationSupport.findAnnotation(element, InsideSandbox.class)
                    .ifPresent(annotation -> arguments.addAll(List.of(annotation.jvmArguments())));
        }
        return arguments;
    }
}
