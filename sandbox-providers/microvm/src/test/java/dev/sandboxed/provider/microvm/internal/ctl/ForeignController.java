package dev.sandboxed.provider.microvm.internal.ctl;

import dev.sandboxed.api.ProviderContext;
import dev.sandboxed.api.spec.SandboxSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A controller that keeps to the words and has nothing to do with ours, in a folder of its own. */
record ForeignController(Path folder) {

    static ForeignController in(Path folder) throws IOException {
        Files.createDirectories(folder.resolve("machines"));
        try (InputStream script = ForeignController.class.getResourceAsStream("foreign.sh")) {
            Files.write(
                    folder.resolve("foreign.sh"), Objects.requireNonNull(script).readAllBytes());
        }
        return new ForeignController(folder);
    }

    /** Returns the line that starts it. */
    String line(String... variables) {
        return "/usr/bin/env " + ShellWords.join(List.of("FOREIGN=" + folder.resolve("machines"))) + " "
                + ShellWords.join(List.of(variables)) + " /bin/sh "
                + ShellWords.join(List.of(folder.resolve("foreign.sh").toString()));
    }

    Path machines() {
        return folder.resolve("machines");
    }

    ProviderContext context(Map<String, String> more) {
        Map<String, String> environment =
                new HashMap<>(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "HOME", System.getProperty("user.home")));
        environment.put("LOCAL_MICROVM_CLI", line());
        environment.putAll(more);
        return ProviderContext.in(folder.resolve("state")).withEnvironment(environment);
    }

    CtlProvider provider() {
        return new CtlProvider(context(Map.of()));
    }

    /** Returns one that knows a word which not every controller does, in its answer to {@code probe} and else. */
    CtlProvider provider(String variable, String extension) {
        String line = line(variable + "=\"" + extension + "\", ");
        return new CtlProvider(context(Map.of("LOCAL_MICROVM_CLI", line)));
    }

    /** Returns a spec whose files lie in the folder, since this controller separates nothing. */
    SandboxSpec spec() {
        return SandboxSpec.builder().workdir(folder.resolve("work").toString()).build();
    }
}
