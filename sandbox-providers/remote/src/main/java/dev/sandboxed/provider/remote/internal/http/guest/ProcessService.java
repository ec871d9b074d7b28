package dev.sandboxed.provider.remote.internal.http.guest;

import dev.sandboxed.api.error.Fault;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.guest.exec.GuestCommands;
import dev.sandboxed.guest.internal.start.GuestStart;
import dev.sandboxed.guest.sandbox.GuestSandbox;
import dev.sandboxed.provider.remote.internal.http.exec.FrameReader;
import dev.sandboxed.provider.remote.internal.http.service.SandboxLine;
import dev.sandboxed.provider.remote.internal.http.service.ServiceClient;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What serves a sandbox at a service that only starts processes.
 *
 * @param service who has it
 * @param id what it is called
 * @param spec what it was made from
 * @param silence how long the service may say nothing while a process runs
 */
public record ProcessService(ServiceClient service, String id, SandboxSpec spec, Duration silence)
        implements GuestSandbox.Service {

    /** Serves a sandbox, and waits for words of the service as long as for any other's. */
    public ProcessService(ServiceClient service, String id, SandboxSpec spec) {
        this(service, id, spec, FrameReader.SILENCE);
    }

    @Override
    public GuestCommands commands(Function<String, Fault> fault, Consumer<String> gone) {
        ProcessList all = new ProcessList(service);
        SandboxLine line = new SandboxLine(
                service,
                id,
                new GuestHandle(fault, gone),
                limit -> all.ids(limit).contains(id));
        return GuestStart.commands(new HttpRuntime(line, spec, silence), spec, fault);
    }
}
