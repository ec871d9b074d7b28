package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.ProviderStatus;
import dev.sandboxed.api.SandboxInfo;
import dev.sandboxed.api.capability.Capabilities;
import dev.sandboxed.api.capability.Isolation;
import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.error.SandboxStartException;
import dev.sandboxed.api.exec.ExecResult;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.api.spi.AbstractSandbox;
import dev.sandboxed.api.spi.Creation;
import dev.sandboxed.folder.provider.Beginning;
import dev.sandboxed.folder.provider.RecordedSandboxProvider;
import dev.sandboxed.folder.store.SandboxRecord;
import dev.sandboxed.folder.store.SandboxStore;
import dev.sandboxed.linux.internal.libc.HostPlatform;
import dev.sandboxed.linux.internal.proc.ProcessWorld;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Runs commands in the machines of a controller: a program that is told to make one, to run a command in it, to write and to read
 * a file there, and to remove it. What that program does behind these words is its own affair.
 *
 * <p>{@code docs/microvmctl.md} has the words and the settings.
 */
public final class CtlProvider extends RecordedSandboxProvider {

    /** The name of the provider. */
    public static final String NAME = "microvmctl";

    private static final String BEGIN = read("begin.sh");
    private static final Duration TO_KILL = Duration.ofSeconds(15);
    private static final int LINES = 2;

    private final CtlSettings settings;
    private final Controller controller;
    private final Probe probe;

    /**
     * Prepares it; the controller is not asked yet.
     *
     * @throws IllegalArgumentException if a setting cannot be read
     */
    public CtlProvider(ProviderContext context) {
        super(NAME, context);
        this.settings = CtlSettings.read(context, HostPlatform.current() == HostPlatform.MACOS);
        this.controller = new Controller(settings.route(), context.environment());
        this.probe = new Probe(controller);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities(probe.told(settings.isolation()));
    }

    private static Capabilities capabilities(Probe.Told told) {
        return new Capabilities(told.isolation(), Set.of(), List.of(), Duration.ofSeconds(2));
    }

    @Override
    public ProviderStatus status() {
        Optional<String> unusable = store().whyUnusable();
        return unusable.isPresent()
                ? new ProviderStatus.Unavailable(unusable.get(), SandboxStore.REMEDY)
                : probe.status();
    }

    @Override
    protected AbstractSandbox begin(Beginning beginning) {
        Creation creation = beginning.creation();
        String id = creation.id();
        SandboxSpec spec = creation.spec();
        Probe.Told told = probe.told(settings.isolation());
        creation.deadline().check("asking the controller what it is");
        // Its time begins when it is ready, and is kept here; the controller has the last word where we are gone.
        try {
            controller.create(
                    id,
                    spec.timeToLive().orElse(settings.timeToLive()).plus(spec.startupTimeout()),
                    told.extensions().contains(Extension.WORKDIR) ? List.of("--workdir", spec.workdir()) : List.of(),
                    creation.deadline().remaining());
        } catch (SandboxStartException e) {
            creation.deadline().check("making the machine");
            throw withOther(e);
        }
        creation.deadline().check("making the machine");
        String folder = prepare(creation, told.isolation());
        CtlMachine machine =
                new CtlMachine(controller, id, folder, told.extensions().contains(Extension.INPUT));
        return new CtlSandbox(
                creation, info(beginning.record(), told.isolation()), capabilities(told), machine, () -> discard(id));
    }

    /** Prepares the machine, and returns where files of ours lie in it. */
    private String prepare(Creation creation, Isolation isolation) {
        String workdir = creation.spec().workdir();
        ExecResult result = controller.script(creation.id(), creation.deadline().remaining(), BEGIN, workdir);
        creation.deadline().check("preparing the machine");
        List<String> lines = result.stdout().lines().toList();
        if (!result.succeeded() || lines.size() != LINES || !lines.get(0).startsWith("/")) {
            throw new SandboxStartException(
                    controller.failed("make the workdir '" + workdir + "' and a folder of ours inside", result));
        }
        boolean ownKernel = isolation.atLeast(Isolation.USERSPACE_KERNEL);
        if (ownKernel && lines.get(1).equals(ProcessWorld.current().boot())) {
            throw new SandboxStartException(Fault.of("The controller promises " + isolation.written()
                            + ", but its machine runs on the kernel of this very host")
                    .provider(NAME)
                    .remedy("say what it really gives, for example " + Setting.ISOLATION + "=namespace"));
        }
        return lines.get(0);
    }

    /** A provider that was named is never replaced by another; but who allows that can be told of one. */
    private SandboxStartException withOther(SandboxStartException e) {
        boolean other = Setting.FALLBACK.isOn(context())
                && !context().environment().getOrDefault("E2B_API_KEY", "").isBlank();
        if (!other) {
            return e;
        }
        return new SandboxStartException(Fault.of(e.what())
                .provider(NAME)
                .remedy(e.remedy().orElse("") + "; or name the provider e2b, for which there is a key")
                .cause(e));
    }

    @Override
    protected Optional<SandboxInfo> describe(SandboxRecord record) {
        return Optional.of(info(record, probe.told(settings.isolation()).isolation()));
    }

    private SandboxInfo info(SandboxRecord record, Isolation isolation) {
        return record.info(new SandboxInfo.RunsOn(NAME, settings.route().describe(), isolation), record.id());
    }

    @Override
    protected boolean tearDown(String id) {
        controller.kill(id, TO_KILL);
        return true;
    }

    @Override
    protected void shutDown() {
        controller.close();
    }

    static String read(String name) {
        try (InputStream script = CtlProvider.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(script, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
