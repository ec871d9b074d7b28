package dev.sandboxed.junit.internal.inside;

import dev.sandboxed.api.Sandbox;
import dev.sandboxed.api.capability.Capability;
import dev.sandboxed.api.spec.Mount;
import dev.sandboxed.core.internal.choice.ProviderRequest;
import dev.sandboxed.core.internal.config.Surroundings;
import dev.sandboxed.core.internal.watchdog.ClassPath;
import dev.sandboxed.junit.internal.injection.TestRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** What all tests of a run share that run inside sandboxes. Closed at the end of the run, before the sandboxes are. */
final class InsideRun implements AutoCloseable {

    private static final Namespace NAMESPACE = Namespace.create(InsideRun.class);

    private final TestRun run;
    private final HostJava host;
    private final Shipment shipment;
    private final ClassArchives archives;
    private final Map<List<String>, GuestJava> found = new ConcurrentHashMap<>();

    private InsideRun(TestRun run) {
        this.run = run;
        Map<String, String> properties = Surroundings.ofThisProcess().properties();
        this.host = new HostJava(Path.of(properties.getOrDefault("java.home", "/usr")));
        try {
            List<String> classPath = ClassPath.of(
                            run.general(), Thread.currentThread().getContextClassLoader())
                    .entries();
            this.shipment = Shipment.of(OrderedPath.of(classPath), run.general().stateDirectory());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot read the class path for tests that run inside", e);
        }
        this.archives = new ClassArchives(shipment, spec -> run.claimApart(mounting(spec)));
    }

    static InsideRun of(ExtensionContext context) {
        TestRun run = TestRun.of(context);
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(InsideRun.class, absent -> begin(run), InsideRun.class);
    }

    private static InsideRun begin(TestRun run) {
        InsideRun begun = new InsideRun(run);
        run.expectAround(begun::mounting);
        return begun;
    }

    Shipment shipment() {
        return shipment;
    }

    ClassArchives archives() {
        return archives;
    }

    /** Returns a request with what must be mounted, where the provider that would be taken for it can do that. */
    ProviderRequest mounting(ProviderRequest request) {
        if (!run.select(request).capabilities().has(Capability.MOUNTS)) {
            return request;
        }
        List<Mount> mounts = new ArrayList<>(shipment.mounts());
        try {
            mounts.addAll(host.mounts());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot look at the JDK of this host", e);
        }
        return request.mounting(mounts);
    }

    /** Returns the JDK in a sandbox, which is looked for once in those of a kind. */
    GuestJava java(Sandbox sandbox) {
        List<String> kind = List.of(
                sandbox.info().provider(),
                sandbox.spec().image().orElse(""),
                sandbox.spec().user().orElse(""));
        GuestJava known = found.get(kind);
        if (known != null) {
            return known;
        }
        boolean mounted = sandbox.spec().mounts().containsAll(shipment.mounts());
        GuestJava java = GuestJava.find(sandbox, host, shipment, mounted);
        found.put(kind, java);
        return java;
    }

    @Override
    public void close() {
        archives.close();
    }
}
