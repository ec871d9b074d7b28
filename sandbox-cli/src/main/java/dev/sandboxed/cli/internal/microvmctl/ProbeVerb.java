package dev.sandboxed.cli.internal.microvmctl;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sandboxed.api.error.SandboxException;
import dev.sandboxed.api.spec.SandboxSpec;
import dev.sandboxed.core.internal.choice.ProviderChain;
import dev.sandboxed.core.internal.choice.ProviderRegistry;
import dev.sandboxed.core.internal.choice.SandboxSettings;
import dev.sandboxed.core.internal.choice.Selection;
import dev.sandboxed.core.internal.config.Configuration;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code probe}: tells whether sandboxes can be made here, and how strongly they are isolated. */
@Command(name = "probe", description = "Tells as JSON whether sandboxes can be made; exits with 0 if so.")
final class ProbeVerb implements Callable<Integer> {

    /** What this controller understands beyond what every one does: {@code create --workdir}, and input of {@code exec}. */
    private static final List<String> EXTENSIONS = List.of("workdir", "input");

    private final Caller caller;

    @ParentCommand
    private @Nullable MicrovmctlCommand parent;

    @Spec
    private @Nullable CommandSpec self;

    ProbeVerb(Caller caller) {
        this.caller = caller;
    }

    @Override
    public Integer call() throws IOException {
        Configuration configuration = Objects.requireNonNull(parent).configuration();
        MicrovmctlCommand.refuseOurselves(configuration, Objects.requireNonNull(self)::commandLine);
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("controller", "sandboxed");
        said.put("extensions", EXTENSIONS);
        boolean usable = false;
        try (ProviderRegistry registry = caller.providers().apply(configuration)) {
            Selection chosen = new ProviderChain(registry)
                    .select(SandboxSettings.read(configuration, SandboxSpec.defaults())
                            .request());
            said.put("provider", chosen.provider().name());
            said.put("isolation", chosen.capabilities().isolation().written());
            usable = true;
        } catch (SandboxException e) {
            said.put("reason", e.what());
            said.put("remedy", e.remedy().orElse(""));
            caller.tell(e.what());
        }
        said.put("ok", usable);
        caller.out().write(new ObjectMapper().writeValueAsBytes(said));
        caller.out().write('\n');
        caller.out().flush();
        return usable ? Verb.OK : Verb.FAILED;
    }
}
